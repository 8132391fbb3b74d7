#include "translate/independent_clauses.h"

#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "text/spans.h"

namespace sotto::translate::independent_clauses_test {
namespace {

using ::testing::ElementsAre;
using text::Sentence;

const Language kEnglish = {"eng_Latn", "en"};

Sentence sentence_of(const std::string& text) {
  return {text, text::SpanFinder(kEnglish).find(text), kEnglish};
}

std::vector<std::string> clauses_of(const std::string& text) {
  std::vector<std::string> clauses;
  for (const Clause& clause : independent_clauses(sentence_of(text)))
    clauses.push_back(clause.sentence.text);
  return clauses;
}

TEST(IndependentClauses, AreSentencesOfTheirOwn) {
  EXPECT_THAT(
      clauses_of("I tried to reproduce the problem with the steps you described, but the "
                 "window closed normally each time, so I may be missing some detail of it."),
      ElementsAre("I tried to reproduce the problem with the steps you described.",
                  "But the window closed normally each time.",
                  "Therefore, I may be missing some detail of it."));
  EXPECT_THAT(clauses_of("Please review the migration carefully before you merge it into the main "
                         "branch, because it renames a column that the mobile app of our partner "
                         "reads directly."),
              ElementsAre("Please review the migration carefully before you merge it into the main "
                          "branch.",
                          "This is because it renames a column that the mobile app of our partner "
                          "reads directly."));
  EXPECT_THAT(clauses_of("Whenever two users edit the same record at the same time, the last one "
                         "to save it wins, and the changes of the other person are lost without "
                         "any warning."),
              ElementsAre("Whenever two users edit the same record at the same time, the last one "
                          "to save it wins.",
                          "The changes of the other person are lost without any warning."));
  EXPECT_THAT(clauses_of("I moved the expensive calculation of the route out of the loop over all "
                         "vehicles, which cut the running time of the whole simulation from nine "
                         "seconds to one."),
              ElementsAre("I moved the expensive calculation of the route out of the loop over all "
                          "vehicles.",
                          "This cut the running time of the whole simulation from nine seconds to "
                          "one."));
  EXPECT_THAT(clauses_of("The unit tests of the desktop client mock the whole file system, which "
                         "is why none of them noticed that the program fails when a folder can "
                         "not be written."),
              ElementsAre("The unit tests of the desktop client mock the whole file system.",
                          "That is why none of them noticed that the program fails when a folder "
                          "can not be written."));
  EXPECT_THAT(clauses_of("Since the token is refreshed in the background by another process every "
                         "ten minutes, the next few requests of a client may still be sent with "
                         "the old one."),
              ElementsAre("The token is refreshed in the background by another process every ten "
                          "minutes.",
                          "Therefore, the next few requests of a client may still be sent with "
                          "the old one."));
  EXPECT_THAT(clauses_of("Although the two services use the same library and can share one copy of "
                         "it, they were built with different versions of it and load both of them "
                         "into memory."),
              ElementsAre("The two services use the same library and can share one copy of it.",
                          "But they were built with different versions of it and load both of them "
                          "into memory."));
}

TEST(IndependentClauses, BeginBehindMarksToo) {
  EXPECT_THAT(
      clauses_of("The upload of large pictures stops halfway on slow lines; raising the limit of "
                 "the proxy in front of it to five minutes would be enough."),
      ElementsAre(
          "The upload of large pictures stops halfway on slow lines.",
          "Raising the limit of the proxy in front of it to five minutes would be enough."));
  EXPECT_THAT(clauses_of("There is one more thing that you should know about this change: the new "
                         "option is turned on for everybody who updates."),
              ElementsAre("There is one more thing that you should know about this change.",
                          "The new option is turned on for everybody who updates."));
}

TEST(IndependentClauses, AreReasonsAndContrastsBehindThePointThatTheyBelongTo) {
  EXPECT_THAT(clauses_of("Please log in again on all of your devices after this update, since the "
                         "old sessions can not be carried over to the new format."),
              ElementsAre("Please log in again on all of your devices after this update.",
                          "This is because the old sessions can not be carried over to the new "
                          "format."));
  for (const std::string link : {"although", "though", "even though", "whereas", "while"})
    EXPECT_THAT(
        clauses_of("The mobile client shows prices with tax from the first page on, " + link +
                   " the desktop client adds it at the very end of the whole order."),
        ElementsAre("The mobile client shows prices with tax from the first page on.",
                    "But the desktop client adds it at the very end of the whole order."))
        << link;
}

// The second one has a word more.
TEST(IndependentClauses, AreOfSentencesWith21WordsOrMore) {
  const std::string short_one =
      "The build failed on the new machine, because it has an older compiler that does not know "
      "the two flags.";
  EXPECT_THAT(clauses_of(short_one), ElementsAre(short_one));
  EXPECT_THAT(clauses_of("The build failed on the new machine, because it has an older compiler "
                         "that does not know the two new flags."),
              ElementsAre("The build failed on the new machine.",
                          "This is because it has an older compiler that does not know the two new "
                          "flags."));
}

// What would be no sentence by itself stays where it is.
TEST(IndependentClauses, NothingElseIsCut) {
  for (const std::string text : {
           "The build is green again and all of the tests pass on my machine, so I will merge it.",
           "I removed the cache of the old renderer with all its pictures, the log of the new one, "
           "and the lock file that is left over from the last crash.",
           "If you push the change to the server before the nightly build starts, and the tests of "
           "all the platforms are green, the release goes out on Friday morning.",
           "I added a short delay before the search starts in the field above the list, so that "
           "typing a long word no longer sends requests for every letter.",
           "The cause of the crash is not in the cache that we looked at together yesterday, but "
           "the loader of the old plugin that nobody uses any more.",
           "Could you please look at the log of the last run on the build server, because I can "
           "not see why the import of the data stopped there?",
           "The build on the old machine stopped after eleven minutes, because of the dependencies "
           "that are downloaded from scratch every time that somebody starts it there.",
           "Since last week, the nightly import of the billing data into the new warehouse has "
           "been much slower than it was before the upgrade of the database server.",
           "I looked at the two files in the folder (the first one is generated by a script, and "
           "the second one is not) and found nothing that looks wrong.",
           "I left the settings of the old service where they were, because two scripts still read "
           "them, and added a warning that names the ones that have moved.",
           "I kept the names of all the tables, since the reports depend on them, but renamed the "
           "columns that nobody could tell apart from each other.",
           "The archive of the old project holds four kinds of files that you may want: notes of "
           "the meetings, drawings, contracts, and letters to the suppliers.",
           "The list that I was given names the fields; the order of the fields; and the kinds of "
           "values, all of which depend on the version.",
           "We can either retry the upload of the whole archive right away, and it may make the "
           "overload even worse, or wait until the server tells us it is ready.",
       })
    EXPECT_THAT(clauses_of(text), ElementsAre(text));
}

TEST(IndependentClauses, KeepProtectedPartsAndSayWhatTheyAdded) {
  const std::string text =
      "The loader of the plugin reads config/app.toml after local.toml when the program starts, so "
      "MAX_RETRIES in the second one of these two files never has any effect.";
  Sentence sentence = sentence_of(text);
  sentence.wants_links = true;
  const std::vector<Clause> clauses = independent_clauses(sentence);
  ASSERT_EQ(clauses.size(), 2u);
  size_t spans = 0;
  for (const Clause& clause : clauses) {
    const std::string& own = clause.sentence.text;
    EXPECT_TRUE(clause.sentence.wants_links);
    EXPECT_NE(text.find(own.substr(clause.before, own.size() - clause.behind - clause.before)),
              std::string::npos)
        << own;
    for (const text::ProtectedSpan& span : clause.sentence.spans) {
      const text::ProtectedSpan& whole = sentence.spans[spans++];
      EXPECT_EQ(own.substr(span.begin, span.end - span.begin),
                text.substr(whole.begin, whole.end - whole.begin));
      EXPECT_EQ(span.kind, whole.kind);
    }
  }
  EXPECT_EQ(spans, sentence.spans.size());
  EXPECT_EQ(clauses[1].before, std::string("Therefore, ").size());
  EXPECT_EQ(clauses[0].behind, 1u);
  EXPECT_EQ(clauses[1].behind, 0u);
}

TEST(IndependentClauses, OtherLanguagesAndEndlessTextStayWhole) {
  Sentence german = sentence_of(
      "I tried to reproduce the problem with the steps you described, but "
      "the window closed normally each time.");
  german.language = {"deu_Latn", "de"};
  EXPECT_EQ(independent_clauses(german).size(), 1u);
  std::string endless;
  for (int i = 0; i < 20000; ++i) endless += "it is, and ";
  EXPECT_EQ(clauses_of(endless + "it is.").size(), 1u);
  for (const std::string text :
       {"", ".", ", so it is a b c d e f g h i j k l m n o p q r s t u v w x y z.",
        "a b c d e f g h i j k l m n o p q r s t u v w x y z, because .",
        "a b c d e f g h i j k l m n o p q r s t u v w x y z, which.",
        "Since , , , , , , , , , , , , , , , , , , , , , , , , , , , , , ."})
    EXPECT_FALSE(clauses_of(text).empty());
}

}  // namespace
}  // namespace sotto::translate::independent_clauses_test
