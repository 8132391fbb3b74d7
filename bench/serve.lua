-- For wrk: translations of sentences that were not asked for before. What is no 2xx is counted by status.
local nouns = {"test", "build", "parser", "server", "token", "cache", "query", "branch", "module", "endpoint"}
local verbs = {"fails", "passes", "is missing", "was updated", "returns an error", "is slow", "works now"}
local number, threads = 0, {}

function setup(thread)
  thread:set("id", #threads)
  table.insert(threads, thread)
end

function init()
  statuses = {}
  math.randomseed(id + 1)
end

function request()
  number = number + 1
  local text = string.format("The %s in step %d of the %s %s.", nouns[math.random(#nouns)], number % 9000 + id,
                             nouns[math.random(#nouns)], verbs[math.random(#verbs)])
  local body = string.format('{"q": "%s", "source": "en", "target": "ja"}', text)
  return wrk.format("POST", "/translate", {["Content-Type"] = "application/json"}, body)
end

function response(status)
  statuses[status] = (statuses[status] or 0) + 1
end

function done(summary, latency)
  local all = {}
  for _, thread in ipairs(threads) do
    for status, count in pairs(thread:get("statuses")) do all[status] = (all[status] or 0) + count end
  end
  for status, count in pairs(all) do print(string.format("status %d: %d", status, count)) end
  print(string.format("requests/s %.1f, p50 %.0f ms, p95 %.0f ms, p99 %.0f ms", summary.requests / summary.duration * 1e6,
                      latency:percentile(50) / 1000, latency:percentile(95) / 1000, latency:percentile(99) / 1000))
end
