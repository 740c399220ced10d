#include "answer/parsed/phrases.h"

#include <algorithm>
#include <set>

#include "semantic/request.h"

namespace tally::answer::parsed {

Phrases::Phrases() {
  map_.reserve(2000);  // a few hundred more than there are
  add_asking();
  add_polite();
  add_soft();
  add_inclusive();
  add_together();
  add_prepositions();
  add_grouping();
  add_denying();
  add_members();
  add_ordering();
  add_sorting();
  add_comparing();
  add_computations();
  add_grains();
}

void Phrases::add(std::string_view text, PhraseKind kind, int payload) {
  auto spaces = static_cast<size_t>(std::count(text.begin(), text.end(), ' '));
  longest_words_ = std::max(longest_words_, spaces + 1);
  map_.insert_or_assign(std::string(text), Phrase{std::string(text), kind, payload});
}

std::vector<std::string> Phrases::words() const {
  std::set<std::string_view> words;
  for (const auto& [text, phrase] : map_) {
    std::string_view rest = text;
    while (!rest.empty()) {
      const size_t end = std::min(rest.find(' '), rest.size());
      if (end >= 5) words.insert(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  return {words.begin(), words.end()};
}

void Phrases::add_words(std::string_view list, PhraseKind kind, int payload) {
  size_t start = 0;
  for (size_t i = 0; i <= list.size(); ++i) {
    if (i < list.size() && list[i] != ';') continue;
    size_t from = list.find_first_not_of(" \n", start);
    if (from < i) {
      std::string_view text = list.substr(from, i - from);
      add(text.substr(0, text.find_last_not_of(" \n") + 1), kind, payload);
    }
    start = i + 1;
  }
}

void Phrases::add_asking() {
  add_words(
      "a;an;the;this;that;these;those;there;here;it;its;they;them;their;theirs;he;she;his;her;i;im;"
      "id;"
      "ive;me;my;mine;we;us;our;ours;you;your;yours;one;ones;someone;anyone;everyone;"
      "is;are;was;were;be;been;being;am;do;does;did;done;has;have;had;having;can;could;will;would;"
      "shall;should;may;might;must;lets;let;"
      "of;in;on;at;to;for;from;into;onto;within;inside;during;through;via;about;as;among;amongst;"
      "amongst all;between;under;toward;towards;upon;off;out;up;"
      "then;so;also;too;just;only;please;pls;kindly;thanks;thank you;hi;hello;hey;ok;okay;well;now;"
      "if;when;while;that were;that was;that are;that have;"
      "show;show me;give;give me;tell;tell me;display;list;get;get me;find;find me;fetch;pull;pull "
      "up;"
      "bring up;return me;see;look;look at;view;want;want to;like;would like;need;wish;know;wonder;"
      "wondering;curious;interested in;calculate;compute;work out;figure out;determine;report;"
      "report on;provide;present;print;output;produce;run;query;answer;explain;understand;help;"
      "could you;can you;would you;will you;can i;could i;may i;i want to know;i would like to "
      "know;"
      "id like to know;let me know;what about;how about;what is;what are;what was;what were;whats;"
      "what did;what do;what does;what has;what have;how did;how do;how was;how were;"
      "how is;how are;hows;is there;are there;was there;were there;"
      "total;totals;sum;sum of;overall;altogether;in total;in all;combined;together;aggregate;"
      "aggregated;grand total;entire;whole;all;any;some;everything;full;"
      "actual;actually;exact;exactly;respective;respectively;corresponding;given;certain;specific;"
      "amount;amount of;value of;the value of;level;levels;figure;figures;numbers;statistics;stats;"
      "come;came;comes;make;made;makes;making;get;got;gets;bring in;brought in;take in;took in;"
      "generate;generated;generating;realize;realized;realise;realised;achieve;"
      "achieved;happen;happened;occur;occurred;took place;take place;taking place;put;"
      "total number;dated;dates;"
      "who;whom;that;than;it is;such;both;either;across all;all the;of all;for all;in all the;"
      "located;based;living;live;lives;lived;residing;reside;resident;coming;situated;found;"
      "belonging to;belong to;belongs to;related to;associated with;regarding;concerning;"
      "specifically;namely;e;g;etc;"
      "\xc2\xb7",
      PhraseKind::stop);
  add_words("?;!;.;:;;\";';(;);[;];{;};*;…;“;”;‘;’;`;«;»;¿;¡;#;~;|;/;-;_", PhraseKind::stop);
  add(";", PhraseKind::stop);
  add_words(
      "how many;number of;count of;the count of;count;counts of;count the;nr of;no of;no. of;"
      "total number of;the number of;how many of",
      PhraseKind::count);
  add_words("how many times;number of times", PhraseKind::count, kTimes);
  add_words("how much;how much of;how much in", PhraseKind::much);
  add_words(
      "performing;perform;performed;performance;doing;do best;do well;did best;did worst;"
      "successful;important;popular;good;great;bad;badly;poor;poorly;strong;weak;fare;fared;"
      "interesting;valuable;relevant;recent",
      PhraseKind::vague);
}

// What people say around a question.
void Phrases::add_polite() {
  add_words(
      "update me;update me on;bring me up to speed on;catch me up on;fill me in;fill me in on;"
      "walk me through;talk me through;take me through;run me through;guide me through;"
      "i want to see;i would like to see;id like to see;id like;i would like;i would love;id love "
      "to know;id love to see;i need to know;i need to see;i need;i am looking for;im looking for;"
      "looking for;looking at;trying to find;trying to see;trying to understand;"
      "able;able to;are you able to;would you be able to;possible;is it possible;is it possible "
      "to;would it be possible to;would you mind;mind;feel free;go ahead;remind me;remind me of;"
      "help me;help me understand;can you pull;could you pull;can you pull up;can you share;share "
      "with me;quick question;quickly;quick;briefly;question;asking;ask;asked;wanted to know;"
      "wanted;hoping;hope;sorry;excuse me;dear;good morning;good afternoon;good evening;"
      "cheers;appreciate;appreciated;appreciate it;much appreciated;thx;ty;thanks a lot;"
      "thanks in advance;thank you very much;many thanks;do you know;do we know;do you have;"
      "do we have;have we got;any idea;any chance;tell me about;talk about;give an overview of;"
      "give me an overview of;an overview of;a breakdown of;break down;split;splitting;itemize;"
      "itemise;breaking down;the breakdown of;the split of;as a table;in a table;as a list;"
      "in a list;as a chart;in a chart;"
      "how large;how high;how big;how low;how small;how great;how strong;how well;how come;"
      "to what extent;what sort;what kind;say;said;lets say;lets see;lets look at;take a look at;"
      "have a look at;a look at;zoom in on;focus on;focusing on;focused on;drill down;drill into;"
      "with respect to;with regard to;as regards;when it comes to;in the case of;in case of;"
      "because;because of;due to;owing to;thanks to;as a result of;something;anything;someone;"
      "thing;things;stuff;a lot;lot;lots;a lot of;lots of;a few;several;various;a bit;bit;quite;"
      "very;really;truly;currently;presently;at present;at the moment;right now;these days;ever;"
      "yet;already;still;so far;to date;again;always;usually;generally;roughly;approximately;"
      "around;circa;nearly;almost;exact amount of;precisely;simply;basically;individually;"
      "separately;apiece;side by side;next to;onto;across the board;as a whole;on the whole;"
      "in separate columns;as separate columns;in columns;as columns;in one table;"
      "worth of;over the counter;"
      "in general;in particular;particular;particularly;especially;"
      "on file;on record;on the books;on our books;my own;own;owned;our own;ourselves;themselves;"
      "itself;myself;yourself;here is;heres;theres;thats;hers;whether;although;though;but;"
      "however;therefore;hence;thus;once;until now;were there any;was there any",
      PhraseKind::stop);
}

// What is listed is asked for as one number.
void Phrases::add_together() {
  for (const char* text :
       {"altogether",      "in total",       "in all",          "overall",
        "combined",        "together",       "all together",    "everything together",
        "taken together",  "added together", "added up",        "summed up",
        "one number",      "one figure",     "one total",       "one sum",
        "a single number", "single number",  "a single figure", "single figure",
        "a single total",  "as one number",  "in one number",   "as a single number",
        "in one figure",   "all in all"}) {
    add(text, PhraseKind::stop);
    together_.push_back(" " + std::string(text) + " ");
  }
}

// "(both months included)": what is said of a range says that its ends belong to it.
void Phrases::add_inclusive() {
  for (const char* unit :
       {"", " days", " weeks", " months", " quarters", " years", " dates", " ends"})
    for (const char* said : {"both%s included", "both%s inclusive", "including both%s",
                             "inclusive of both%s", "both%s are included"}) {
      std::string text(said);
      text.replace(text.find("%s"), 2, unit);
      add(text, PhraseKind::stop);
    }
  add_words("inclusive;end included;ends included;start and end included", PhraseKind::stop);
}

// Verbs and nouns that carry little: said of anything, unless the model has a name like it.
void Phrases::add_soft() {
  add_words(
      "bring;brings;bringing;bring about;work;works;working;carry;carries;carrying;use;uses;"
      "utilize;go;goes;went;going;see;seen;saw;seeing;give;gives;gave;giving;take;takes;took;"
      "taking;keep;keeps;hold;holds;operate;operates;operating;serve;serves;handle;handles;"
      "exist;exists;existed;appear;appeared;appears;involve;involving;include;includes;"
      "included;including;contain;contains;containing;consist;consists;concern;concerned;cover;"
      "covers;account;accounts;accounted;account for;accounted for;contribute;contributed;"
      "represent;represented;representing;amounted;amounts;amount to;amounted to;add up to;"
      "adds up to;added up to;come to;came to;came in;come in;went to;reach;reached;hit;stand;"
      "stands;stood;stand at;stood at;look like;looked like;looks like;turn out;turned out;"
      "measure;measured;be like;keep track of;track;lasted;break;down;register;registered;"
      "registering;called;named;unique;distinct;different;separate;individual;single;members;"
      "persons;folks;individuals;report;output;query;answer;place;placed;people;business;"
      "company;firm;money;record;recorded;period;periods;time period;timeframe;time frame;data;"
      "information;details;results;result;table;chart;overview;summary;breakdown;list of;"
      "the list of;kind of;type of;case;cases;figure;figures;numbers;statistics;stats;check;"
      "checking;double check;slice;became;become;becomes;",
      PhraseKind::stop, kSoft);
  // Said of a thing they tell how it is: "used copies".
  add_words(
      "used;using;utilized;kept;held;handled;served;covered;covering;broken;marked;tagged;"
      "flagged;listed;classified;classed;labeled;labelled;known;existing;gone;carried;taken;"
      "brought;worked;operated;involved;contained;tracked;lasting;",
      PhraseKind::stop, kStatus);
}

void Phrases::add_prepositions() {
  for (const char* text : {"over", "under", "above", "below", "beneath", "beyond", "up to"})
    prepositions_.emplace(text, Phrase{text, PhraseKind::stop, 0});
}

const Phrase* Phrases::preposition(const Phrase& compare) const {
  if (compare.kind != PhraseKind::compare) return nullptr;
  auto found = prepositions_.find(compare.text);
  return found == prepositions_.end() ? nullptr : &found->second;
}

void Phrases::add_grouping() {
  add_words(
      "by;per;each;every;for each;for every;in each;in every;of each;of every;at each;at every;"
      "for each of;by each;by every;per each;broken down by;break down by;breakdown by;"
      "broken out by;broken up by;breakdown per;broken down per;break it down by;break down per;"
      "broken down across;split by;splitted by;split out by;split across;split per;"
      "grouped by;group by;group them by;grouped per;segmented by;segment by;sliced by;slice by;"
      "categorized by;categorised by;aggregated by;summarized by;summarised by;"
      "across;across the;across different;across the different;across all the;for the different;"
      "by the;by different;for all the different;according to;depending on;as a function of;"
      "for individual;by individual;distribution by;and by;then by;and then by;and per;and each;"
      "from each;from every;on each;on every;with each;to each;within each;within every;"
      "within its;within their;within the same;within the respective",
      PhraseKind::by);
  add_words(
      "which;what;which of;which of the;which of our;what kind of;what kinds of;what type of;"
      "what types of;which kind of;which type of;what sort of",
      PhraseKind::which);
  add_words(
      "with;where;whose;that had;that have;that has;who had;who have;which had;which have;"
      "having;that made;that generated",
      PhraseKind::with);
  add_words("and;or;nor;,;&;as well as;along with;plus;and also;alongside;together with",
            PhraseKind::conjunction);
  add_words(
      "vs;versus;against;compared to;compared with;in comparison to;in comparison with;"
      "relative to;rather than;as opposed to;vs.",
      PhraseKind::versus);
  add_words(
      "compare;comparison of;comparison between;comparing;comparison;contrast;"
      "compare between",
      PhraseKind::comparing);
}

void Phrases::add_denying() {
  add_words(
      "not;not in;not from;not for;not on;not by;not at;not to;isnt;is not;are not;was not;"
      "were not;not including;not counting;except;except for;except in;excepting;excluding;"
      "exclude;excludes;excluded;other than;without;outside;outside of;apart from;aside from;"
      "but not;but not in;but not for;all but;everything but;leaving out;leave out;ignoring;"
      "lacking;never;didnt;dont;doesnt;havent;hasnt;hadnt;cannot;cant;different from;different "
      "than;differs from;differ from;differing from;unlike;not the same as;not equal to;neither;"
      "neither in;neither from;neither "
      "at;ignore;minus;other;non;besides;barring;with the exception of;no;arent;wasnt;werent",
      PhraseKind::negate);
  add_words(
      "missing;is missing;are missing;was missing;unknown;is unknown;are unknown;is empty;are "
      "empty;"
      "is blank;are blank;blank;null;is null;are null;is not known;are not known;not known;"
      "is not recorded;are not recorded;was not recorded;not recorded;unrecorded;is unrecorded;"
      "is not set;not set;is not specified;not specified;unspecified;is unspecified;is not given;"
      "not given;is not available;not available;undefined;is undefined;unassigned;not assigned;"
      "is not assigned;is not filled in;not filled in;is not there;has no value;have no value;"
      "isnt known;isnt recorded;isnt set;is false;is not true",
      PhraseKind::absent);
  add_words(
      "is known;are known;was known;is recorded;are recorded;was recorded;is not null;not null;"
      "is not empty;is not missing;not missing;is not blank;is not unknown;not unknown;is present;"
      "is specified;is set;is given;is filled in;has a value;have a value;with a known;with known;"
      "with a recorded;with recorded;with some known;is true;is not false",
      PhraseKind::present);
}

void Phrases::add_members() {
  add_words("channel;channels;by channel;all channels;sales channel;sales channels",
            PhraseKind::members);
  but_ = {"but", PhraseKind::negate, 0};
  add("all channels", PhraseKind::stop);
  add("across all channels", PhraseKind::stop);
  add("over all channels", PhraseKind::stop);
  add("in all channels", PhraseKind::stop);
}

void Phrases::add_ordering() {
  add_words(
      "slowest;top;highest;most;greatest;largest;biggest;maximal;the most;the highest;leading;"
      "highest ranking;number one;top most;topmost;max;longest;heaviest;oldest;busiest;most "
      "expensive;priciest;costliest;farthest;furthest;"
      "most common;most frequent;most frequently;most often;favorite;favourite",
      PhraseKind::top, 1);
  add_words(
      "bottom;lowest;least;smallest;fewest;the least;the fewest;the lowest;minimal;"
      "fastest;quickest;lowest ranking;min;shortest;lightest;youngest;cheapest;least common;least "
      "frequent;rarest",
      PhraseKind::top, -1);
  add_words(
      "best;the best;top performing;best performing;strongest;most successful;best selling;"
      "top selling;bestselling;top rated;finest",
      PhraseKind::top, 2);
  add_words("worst;the worst;worst performing;weakest;poorest;worst selling;least successful",
            PhraseKind::top, -2);
  add_words(
      "the first;show the first;show only the first;only the first;just the first;show first;"
      "only show the first;limit;limit to;limited to;limit it to;only;just;show only;show just",
      PhraseKind::top, 0);
  add("best selling", PhraseKind::top, 3);
  add("top selling", PhraseKind::top, 3);
  add("bestselling", PhraseKind::top, 3);
  add("best sellers", PhraseKind::top, 3);
  add("best seller", PhraseKind::top, 3);
  add("highest selling", PhraseKind::top, 3);
  add("most sold", PhraseKind::top, 3);
  add("worst selling", PhraseKind::top, -3);
  add("lowest selling", PhraseKind::top, -3);
  add("least sold", PhraseKind::top, -3);
}

void Phrases::add_sorting() {
  add_words(
      "sorted by;sort by;ordered by;order by;order them by;sort them by;ranked by;rank by;"
      "ranking by;in order of;ordered on;arranged by;sorted on;sort it by;order it by;based on;"
      "in terms of;measured by;when ranked by;as measured by;judged by;by their",
      PhraseKind::order_by);
  add_words(
      "rank;ranked;ranking;ranking of;sorted;sort;ordered from;descending;desc;"
      "in descending order;from highest to lowest;highest to lowest;from high to low;"
      "high to low;highest first;largest first;biggest first;most first;"
      "from largest to smallest;largest to smallest;from most to least;"
      "in decreasing order;decreasing;descending order",
      PhraseKind::descending);
  add_words(
      "ascending;asc;in ascending order;from lowest to highest;lowest to highest;"
      "from low to high;low to high;lowest first;smallest first;least first;"
      "from smallest to largest;smallest to largest;from least to most;"
      "in increasing order;increasing order;ascending order",
      PhraseKind::ascending);
  add_words("best first;from best to worst;best to worst", PhraseKind::descending, kJudged);
  add_words("worst first;from worst to best;worst to best", PhraseKind::ascending, kJudged);
  add_words(
      "alphabetically;alphabetical;in alphabetical order;alphabetical order;by name alphabetically;"
      "a to z;from a to z",
      PhraseKind::alphabetical);
  add_words("chronologically;chronological;in chronological order;chronological order;by date",
            PhraseKind::chronological);
}

void Phrases::add_comparing() {
  auto compare = [&](std::string_view list, Compare op) {
    add_words(list, PhraseKind::compare, static_cast<int>(op));
  };
  compare(
      "more than;greater than;higher than;larger than;bigger than;over;above;exceeding;exceed;"
      "exceeds;exceeded;in excess of;upwards of;beyond;>;better than;of more than;of over;"
      "more expensive than;older than;longer than;heavier than;taller than;pricier than;not less "
      "than or equal to;more then;topping",
      Compare::greater);
  compare(
      "at least;no less than;no fewer than;not less than;minimum of;a minimum of;or more;or "
      "above;or higher;and above;and up;and over;or over;>=;"
      "greater than or equal to;more than or equal to;not below;not under;\xe2\x89\xa5",
      Compare::greater_equal);
  compare(
      "less than;fewer than;lower than;smaller than;below;under;beneath;<;cheaper than;worse than;"
      "younger than;shorter than;lighter than;not more than or equal to;less then;of less than;of "
      "under",
      Compare::less);
  compare(
      "at most;no more than;not more than;maximum of;a maximum of;up to;<=;not over;not above;or "
      "less;or fewer;or below;or under;and below;"
      "less than or equal to;fewer than or equal to;not exceeding;\xe2\x89\xa4",
      Compare::less_equal);
  compare("equal to;equals;equal;=;of exactly;exactly equal to", Compare::equal);
  add("between", PhraseKind::between);
  add("in the range", PhraseKind::between);
  add("ranging from", PhraseKind::between);
}

// What is computed of a metric: the model has it as a metric of its own, or it cannot be asked for.
void Phrases::add_computations() {
  auto aggregate = [&](std::string_view list, Aggregate which) {
    add_words(list, PhraseKind::aggregate, static_cast<int>(which));
  };
  aggregate("average;avg;avg of;mean;on average;the average;average of;averages;typical;typically",
            Aggregate::average);
  aggregate("maximum;the maximum", Aggregate::maximum);
  aggregate("minimum;the minimum", Aggregate::minimum);
  aggregate("median;the median", Aggregate::median);
  aggregate(
      "share;shares;share of;proportion;proportion of;percent;percent of;percentage of;percentage;"
      "pct;pct of;percentages;fraction;fraction of;%;% of;ratio;ratio of;contribution;rate;rates",
      Aggregate::share);
  aggregate(
      "growth;growth rate;grow;grew;grown;growing;increase;increased;increases;increasing;decrease;"
      "decreased;decreases;change;changed;changes;changing;percent change;percentage "
      "change;decline;"
      "declined;declining;rise;rose;risen;rising;drop;dropped;fall;fell;fallen;falling;improve;"
      "improved;improvement;worsened;shrink;shrank;shrunk",
      Aggregate::growth);
  add_words(
      "cagr;compound annual growth rate;running average;rolling;"
      "rolling average;rolling sum;moving average;moving averages;moving sum;"
      "difference;difference between;differences;difference in;variance;variances;standard "
      "deviation;"
      "std dev;stddev;deviation;correlation;correlation between;correlate;correlated;correlates;"
      "regression;percentile;percentiles;quartile;quartiles;decile;deciles;quantile;quantiles;"
      "forecast;forecasts;predict;predicted;prediction;predictions;projected;projection;"
      "projections;extrapolate;outlier;outliers;anomaly;anomalies;histogram;cohort;cohorts;"
      "retention;retention rate;seasonality;weighted;weighted average;per capita;"
      "who also;that also;which also;that were also;that are also;who were also;who have also;who "
      "had also;who already;who have already;who had already;first time;first timers;for the first "
      "time;with totals;with a total;with subtotals;with a grand total;with grand totals;subtotals;"
      "including totals;including a total;including the total;totals row;total row;rollup;roll up;"
      "working day;working days;business day;business days;operating day;operating days;"
      "full month;full months;full quarter;full quarters;full week;full weeks;complete month;"
      "complete months;complete quarter;complete quarters;complete week;complete weeks;"
      "completed month;completed months;completed quarter;completed quarters;completed week;"
      "completed weeks;whole month;whole months;whole week;whole weeks;"
      "out of stock;on time;within a day;within an hour;within a week;within a month;within one "
      "day;"
      "within one hour;within one week;within one month;within the day;within the hour;runner "
      "up;runners up;next best;second to last;last but one;twice;twice "
      "as;doubled;tripled;halved;times more;how many times "
      "more;how many times higher;how many times larger;how many times as many;how many times as "
      "much;times as much;times as many",
      PhraseKind::beyond);
}

void Phrases::add_grains() {
  using semantic::Grain;
  auto step = [&](std::string_view list, Grain which) {
    add_words(list, PhraseKind::step, static_cast<int>(which));
  };
  step("year over year;yoy;year on year;year-over-year;year-on-year", Grain::year);
  step("quarter over quarter;qoq;quarter on quarter;quarter-over-quarter;quarter-on-quarter",
       Grain::quarter);
  step("month over month;mom;month on month;month-over-month;month-on-month", Grain::month);
  step("week over week;wow;week on week;week-over-week;week-on-week", Grain::week);
  add_words(
      "cumulative;cumulatively;cumulated;running total;running totals;running total of;"
      "running sum;running sum of;cumulative total;cumulative total of;cumulative sum;"
      "cumulative sum of",
      PhraseKind::running);
  auto grain = [&](std::string_view list, Grain which) {
    add_words(list, PhraseKind::grain, static_cast<int>(which));
  };
  auto adverb = [&](std::string_view list, Grain which) {
    add_words(list, PhraseKind::grain_adverb, static_cast<int>(which));
  };
  grain("year;years;calendar year;calendar years", Grain::year);
  grain("quarter;quarters;calendar quarter", Grain::quarter);
  grain("month;months;calendar month;calendar months", Grain::month);
  grain("week;weeks;calendar week", Grain::week);
  grain("day;days;date;calendar day", Grain::day);
  grain("quarter of the year;quarter of year", Grain::quarter_of_year);
  grain("month of the year;month of year;calendar month of the year", Grain::month_of_year);
  grain("weekday;day of the week;day of week;days of the week;weekdays;day-of-week",
        Grain::weekday);
  adverb(
      "yearly;annual;annually;per annum;year by year;year after year;on a yearly basis;"
      "on an annual basis;each year;every year;per year;a year",
      Grain::year);
  adverb("quarterly;quarter by quarter;on a quarterly basis;each quarter;every quarter;per quarter",
         Grain::quarter);
  adverb(
      "monthly;month by month;month to month;on a monthly basis;each month;every month;per month;"
      "a month",
      Grain::month);
  adverb("weekly;week by week;on a weekly basis;each week;every week;per week;a week", Grain::week);
  adverb("daily;day by day;on a daily basis;each day;every day;per day;a day", Grain::day);
  add_words(
      "over time;over the years;trend;trends;trended;trending;time series;timeline;develop;"
      "developed;development;evolution;evolve;evolved;through time;over the months;history;"
      "historically;by time",
      PhraseKind::over_time);
  add("over the years", PhraseKind::grain_adverb, static_cast<int>(Grain::year));
  add("over the months", PhraseKind::grain_adverb, static_cast<int>(Grain::month));
}

bool Phrases::says_together(std::string_view spaced_words) const {
  return std::any_of(together_.begin(), together_.end(), [&](const std::string& text) {
    return spaced_words.find(text) != std::string_view::npos;
  });
}

const Phrase* Phrases::find(std::string_view words) const {
  auto found = map_.find(std::string(words));
  return found == map_.end() ? nullptr : &found->second;
}

bool Phrases::is_stop(std::string_view word) const {
  const Phrase* phrase = find(word);
  return phrase != nullptr && phrase->kind == PhraseKind::stop;
}

const Phrases& phrases() {
  static const Phrases table;
  return table;
}

}  // namespace tally::answer::parsed
