import pandas as pd  # dbt.ref("in_a_comment")

def model(dbt, session):
    dbt.config(materialized="table", tags=["forecast"], packages=["pandas"])
    text = "dbt.ref('in_a_text')"
    harvests = dbt.ref("harvests")
    old = dbt.ref("apiary", "hive_scores", v=1)
    raw = dbt.source('field',
                     'weighings')
    return harvests
