// The JSON Schema of a metric request, as published by `tally request --schema`. A test holds it
// against the vocabularies of request_words.h.

#include "semantic/request.h"

namespace tally::semantic {

std::string_view request_schema() {
  return R"json({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "Tallystick metric request",
  "description": "What to compute over a semantic model. Names are those of the model file.",
  "type": "object",
  "anyOf": [
    {"required": ["metrics"], "properties": {"metrics": {"minItems": 1}}},
    {"required": ["calculations"], "properties": {"calculations": {"minItems": 1}}}
  ],
  "additionalProperties": false,
  "properties": {
    "metrics": {
      "description": "Names of metrics, one column each. At least one, unless there are calculations.",
      "type": "array", "uniqueItems": true, "items": {"type": "string"}
    },
    "group_by": {
      "description": "One row for each combination of these. Rows without a value are left out.",
      "type": "array",
      "items": {
        "oneOf": [
          {
            "type": "object", "required": ["field"], "additionalProperties": false,
            "properties": {"field": {"$ref": "#/$defs/field"}, "role": {"$ref": "#/$defs/role"}}
          },
          {
            "type": "object", "required": ["grain"], "additionalProperties": false,
            "properties": {"grain": {"$ref": "#/$defs/grain"}}
          }
        ]
      }
    },
    "filters": {
      "description": "Conditions on rows; all of them hold.",
      "type": "array",
      "items": {
        "type": "object", "required": ["field", "op"], "additionalProperties": false,
        "properties": {
          "field": {"$ref": "#/$defs/field"},
          "role": {"$ref": "#/$defs/role"},
          "op": {"$ref": "#/$defs/op"},
          "values": {"$ref": "#/$defs/values"}
        }
      }
    },
    "having": {
      "description": "Conditions on a metric's value in a row of the result; all of them hold.",
      "type": "array",
      "items": {
        "type": "object", "required": ["metric", "op"], "additionalProperties": false,
        "properties": {
          "metric": {"type": "string"},
          "op": {"$ref": "#/$defs/op"},
          "values": {"$ref": "#/$defs/values"}
        }
      }
    },
    "time": {
      "description": "Days from (inclusive) to (exclusive); any of the ranges. An absent side is open.",
      "type": "array",
      "items": {
        "type": "object", "minProperties": 1, "additionalProperties": false,
        "properties": {
          "from": {"type": "string", "format": "date"},
          "to": {"type": "string", "format": "date"}
        }
      }
    },
    "time_parts": {
      "description": "Parts of the calendar without a year: quarters 1-4, months 1-12, weekdays 1 (Monday) to 7.",
      "type": "array",
      "items": {
        "type": "object", "required": ["part", "values"], "additionalProperties": false,
        "properties": {
          "part": {"enum": ["quarter_of_year", "month_of_year", "weekday"]},
          "values": {
            "type": "array", "minItems": 1,
            "items": {"type": "integer", "minimum": 1, "maximum": 12}
          }
        }
      }
    },
    "time_role": {
      "description": "Which of a fact's dates is meant; absent: each metric's own default.",
      "type": "string"
    },
    "order": {
      "description": "By a metric or by the group of this index. Ties are broken by the groups.",
      "type": "array",
      "items": {
        "oneOf": [
          {
            "type": "object", "required": ["metric"], "additionalProperties": false,
            "properties": {"metric": {"type": "string"}, "direction": {"enum": ["asc", "desc"]}}
          },
          {
            "type": "object", "required": ["group"], "additionalProperties": false,
            "properties": {
              "group": {"type": "integer", "minimum": 0},
              "direction": {"enum": ["asc", "desc"]}
            }
          }
        ]
      }
    },
    "limit": {"type": "integer", "minimum": 0},
    "limit_within": {
      "description": "Indexes of groups of which each has its own limit: the top 3 of each region.",
      "$ref": "#/$defs/groups"
    },
    "parts": {
      "description": "Metrics over some of the rows or days, named for calculations, having and order.",
      "type": "array",
      "items": {
        "type": "object", "required": ["name", "metric"], "additionalProperties": false,
        "properties": {
          "name": {"type": "string"},
          "metric": {"type": "string"},
          "filters": {"$ref": "#/properties/filters"},
          "time": {"$ref": "#/properties/time"},
          "time_parts": {"$ref": "#/properties/time_parts"}
        }
      }
    },
    "calculations": {
      "description": "Columns worked out from the columns of the result: a share of their sum; two columns compared; a change from `back` periods before, or a sum up to the row's period, over the one grain that is grouped by.",
      "type": "array",
      "items": {
        "type": "object", "required": ["kind", "of"], "additionalProperties": false,
        "properties": {
          "kind": {
            "enum": ["share", "percent", "ratio", "difference", "growth", "change", "change_percent", "running_total", "year_to_date"]
          },
          "of": {"description": "A metric or a part.", "type": "string"},
          "to": {"description": "The other one, of percent, ratio, difference and growth.", "type": "string"},
          "within": {
            "description": "share: of the total of the rows that have these groups in common.",
            "$ref": "#/$defs/groups"
          },
          "back": {"type": "integer", "minimum": 1, "maximum": 1000}
        }
      }
    },
    "summary": {
      "description": "The rows taken together over some of the groups: the average month, the number of customers.",
      "type": "object", "required": ["aggregate", "over"], "additionalProperties": false,
      "properties": {
        "aggregate": {"enum": ["count", "sum", "average", "median", "minimum", "maximum"]},
        "over": {"$ref": "#/$defs/groups"}
      }
    }
  },
  "$defs": {
    "field": {"description": "dataset.field", "type": "string", "pattern": "^[^.]+\\..+$"},
    "role": {"description": "Which way to the dataset, where there are several.", "type": "string"},
    "grain": {
      "enum": ["year", "quarter", "month", "week", "day", "quarter_of_year", "month_of_year", "weekday"]
    },
    "op": {
      "enum": ["=", "!=", "<", "<=", ">", ">=", "in", "not_in", "between", "not_between", "like", "not_like", "is_null", "is_not_null"]
    },
    "groups": {
      "description": "Indexes into group_by.",
      "type": "array", "items": {"type": "integer", "minimum": 0}
    },
    "values": {
      "description": "One; two for between (inclusive); one or more for in; none for is_null. Dates are ISO 8601 texts.",
      "type": "array", "items": {"type": ["string", "number", "boolean"]}
    }
  }
}
)json";
}

}  // namespace tally::semantic
