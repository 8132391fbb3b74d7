#include "measure/report.h"

#include <fmt/format.h>

#include "base/xml.h"
#include "measure/report_parts.h"
#include "measure/svg.h"

namespace sotto::measure {
namespace {

constexpr std::string_view kStyle = R"CSS(
:root { --ground: #fff; --ink: #1c1c1e; --soft: #6b6b70; --line: #d8d8dc; --bad: #b3261e; --good: #1b6e3c;
  --s0: #2f6fb0; --s1: #c4622d; --s2: #3f8f5b; --s3: #8a4f9e; --s4: #a08a1c; --s5: #4a9aa5; }
@media (prefers-color-scheme: dark) { :root { --ground: #161618; --ink: #ececee; --soft: #9a9aa0; --line: #3a3a3e;
  --bad: #ff8a80; --good: #7bd8a0; --s0: #6ba6e0; --s1: #f0976a; --s2: #7cc795; --s3: #c691d8; --s4: #d8c25a; --s5: #85ccd6; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 44rem; background: var(--ground); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: break-word; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; } h3 { font-size: 1rem; margin: 1.2rem 0 .3rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .6rem .25rem 0; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
.soft { color: var(--soft); font-size: .9rem; } .slower, .worse { color: var(--bad); font-weight: 600; }
.faster { color: var(--good); font-weight: 600; }
svg { display: block; width: 100%; height: auto; margin: .3rem 0; font-size: 12px; } svg text { fill: var(--ink); } svg .inside { fill: var(--ground); }
@media (max-width: 600px) { svg { font-size: 17px; } }
.grid { stroke: var(--line); } .median { stroke: var(--ink); stroke-width: 2; } .box { opacity: .25; }
circle { opacity: .55; } polyline { fill: none; stroke-width: 2; } .wave { fill: var(--s0); }
.series-0 { fill: var(--s0); stroke: var(--s0); } .series-1 { fill: var(--s1); stroke: var(--s1); }
.series-2 { fill: var(--s2); stroke: var(--s2); } .series-3 { fill: var(--s3); stroke: var(--s3); }
.series-4 { fill: var(--s4); stroke: var(--s4); } .series-5 { fill: var(--s5); stroke: var(--s5); }
polyline.series-0 { fill: none; }
.sounds { display: grid; grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); gap: 1rem; }
.sounds img { width: 100%; height: 96px; image-rendering: auto; display: block; } audio { width: 100%; }
)CSS";

}  // namespace

Result<std::string> report_page(const std::vector<Run>& runs,
                                const std::vector<Comparison>& comparisons) {
  std::string names;
  for (const Run& run : runs) names += (names.empty() ? "" : ", ") + run.name();
  const std::vector<Contender> all = contenders(runs);
  const auto sounds = sounds_part(all);
  if (!sounds) return sounds.error();
  std::string page = fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      // Nothing from elsewhere, and no script, whatever a run's texts hold.
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
      "'unsafe-inline'; img-src data:; media-src data:\">\n"
      "<title>sotto bench: {}</title>\n<style>{}</style>\n</head>\n<body>\n<h1>sotto bench: "
      "{}</h1>\n",
      escaped_xml(names), kStyle, escaped_xml(names));
  page += runs_part(runs);
  for (const Comparison& comparison : comparisons) page += comparison_part(comparison);
  page += distributions_part(all) + budget_part(all) + waterfall_part(all) + growth_part(runs);
  return page + *sounds + "</body>\n</html>\n";
}

}  // namespace sotto::measure
