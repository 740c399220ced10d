#pragma once
// What each way of reading costs. One unit is one named thing that a question has to mention; lower
// is better. Tuned by the cases in tests/parsed, not learned.

namespace tally::answer::parsed::weights {

// Covering words (chart, beam). A longer span costs as much as a short one, so it wins.
inline constexpr double kNamed = 1.0;      // a name or synonym of the model, exactly
inline constexpr double kWeakName = 0.5;   // extra: only the tail of a name ("state" of s_state)
inline constexpr double kVerb = 0.7;       // extra: a verb read as the noun of what it does
inline constexpr double kTypo = 1.5;       // extra: one slip of the finger
inline constexpr double kScattered = 0.4;  // extra: a name whose words stand apart
inline constexpr double kImplied = 0.3;    // extra: events named in the plural read as their count
inline constexpr double kSummedField = 0.5;  // extra: a field read as the metric that sums it
inline constexpr double kLookAlike =
    0.6;  // extra: a name of the same stems where another has the very letters
inline constexpr double kFactNoun = 0.6;        // extra: a dataset of events named as a thing
inline constexpr double kValue = 1.0;           // a recorded value
inline constexpr double kValueInflected = 0.3;  // extra: "book" for "Books"
inline constexpr double kValueCode = 0.8;       // extra: a short code in other letters than stored
inline constexpr double kDoubtful =
    10.0;  // extra: "1" as the value of a field that nothing names: more than an unknown word
inline constexpr double kInsideValue = 1.5;  // extra: a part of the words of one recorded value
inline constexpr double kUnrecordedValue =
    0.6;  // extra: a spoken name whose value is not in the data
inline constexpr double kTime = 0.9;
inline constexpr double kWeakTime = 0.4;     // extra: "may", "2001": could be something else
inline constexpr double kSinceAsDate = 2.0;  // extra: "starting in 2023" where a start is dated
inline constexpr double kValueAsDate = 5.0;  // extra: "closed in 2023" where a closing is dated
inline constexpr double kNumber = 0.9;
inline constexpr double kPhrase = 0.5;  // a function phrase that asks for something
inline constexpr double kStop = 0.05;
inline constexpr double kSoftName = 2.5;  // a word of little meaning that is also a name
inline constexpr double kUnknown = 8.0;   // a content word that nothing explains

// Putting together (assemble, resolve).
inline constexpr double kUnused = 6.0;       // an item that found no place in the request
inline constexpr double kContextNoun = 0.4;  // "sales to customers": true, and says nothing
inline constexpr double kSetAgainst = 0.8;   // extra: … and set beside a measure: "X and revenue"
inline constexpr double kPlainGroup = 0.6;   // a field named without by, per, each, which
inline constexpr double kInexpressible = 5.0;
inline constexpr double kNoMeasure = 3.0;
inline constexpr double kStep = 0.12;         // per relationship between the fact and the field
inline constexpr double kQualified = -1.0;    // the noun or field that stands beside it agrees
inline constexpr double kMisqualified = 1.5;  // … or does not
inline constexpr double kDenied = 6.0;        // … or right before it says that it is another
inline constexpr double kYearAsValue = 1.0;   // "3 vehicles in 2000" read as a number of vehicles
inline constexpr double kNearby = -0.7;       // its dataset is named elsewhere in the question
inline constexpr double kSameField = -0.5;    // another mention has the same field
inline constexpr double kTaken = 2.0;  // the field has a value already, of which no list is made
inline constexpr double kNotOwner =
    0.3;  // another is what the model calls by the bare word ("state")
inline constexpr double kModified = 0.15;  // all its names have a modifier ("birth country")
inline constexpr double kPerDecade =
    0.15;                               // per power of ten that its value is rarer than a rival's
inline constexpr double kLabel = -0.6;  // the field that names the noun right beside it
inline constexpr double kBareLabel = 0.3;    // extra: a name said without what it names
inline constexpr double kOneRow = 0.7;       // "Books, by category": nothing is parted
inline constexpr double kFlagGrouped = 1.0;  // "by remote" read as the remote ones only
inline constexpr double kExactCase = -0.2;
inline constexpr double kAbout = 0.8;       // "revenue of buyers" read as two measures
inline constexpr double kAboutThing = 1.5;  // … where the second word names a dataset as well
inline constexpr double kDateAsField =
    0.4;  // "settled at" as a field, where it is a way of dating as well
inline constexpr double kIdleTimeRole = 1.0;       // a way of dating named with nothing to date
inline constexpr double kSecondMeasureVerb = 2.0;  // "units sold": the verb is no second measure
inline constexpr double kCountedByKey =
    2.0;  // extra: a count of the keys that point at what is counted
inline constexpr double kOtherMember =
    0.3;  // a member chosen because nothing else can be expressed

inline constexpr double kBeyond = 1.0;            // a computation that no request can say
inline constexpr double kWorkedOut = 0.3;         // … and one that is worked out from the rows
inline constexpr double kUnrankedBy = 0.5;        // "genres by revenue", with no word of order
inline constexpr double kGroupedByMeasure = 6.0;  // "revenue by orders": two measures are no group
inline constexpr double kCountedByItself = 2.0;   // "customers by customer id": one each
inline constexpr double kNounRanked = 3.5;        // "top clinic" read as a count of clinics

// Readings of different requests closer than this are offered, not chosen between.
inline constexpr double kMargin = 0.25;

inline constexpr int kBeam = 48;         // partial coverings kept at each position
inline constexpr int kCoverings = 32;    // coverings read to the end
inline constexpr int kMostTokens = 120;  // of a question; a longer text is not one question
inline constexpr int kMostBytes = 2000;

}  // namespace tally::answer::parsed::weights
