// A file that workers translate: how it is submitted, how far it is, and what has come of it.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "cluster/connection.h"
#include "cluster/document.h"

namespace sotto::cluster {

// The record of a job that is kept beside its file.
struct JobCard {
  std::string id;    // the same for the same file, options and name: 20 hexadecimal digits
  std::string name;  // of the file
  Capability wants;
  double rate = 1;
  size_t tasks = 0;
  std::string attempt;  // another one makes the queue take the same tasks again

  std::string json() const;
  static Result<JobCard> parse(const std::string& id, std::string_view json);
};

class Job {
 public:
  static Result<Job> make(const std::string& name, std::string bytes, const Capability& wants,
                          double rate);
  // One that was submitted. The error: there is none, or not any more.
  static Result<Job> find(Connection& connection, const std::string& id);
  // The jobs whose cards can be read.
  static Result<std::vector<JobCard>> list(Connection& connection);
  // Workers pass its tasks over. What is kept of it may be broken.
  static Result<void> drop(Connection& connection, const std::string& id);

  const JobCard& card() const { return card_; }
  const Document& document() const { return document_; }

  // Publishes what nobody has done yet, and what was given up once more. Idempotent: what is in the
  // queue stays there once. Gives how many tasks were published.
  Result<size_t> submit(Connection& connection);
  struct State {
    size_t done = 0, failed = 0, waiting = 0;
    std::string failure;  // of the first that failed
  };
  Result<State> state(Connection& connection) const;

  // Results in the order of the document, as they come; `progress` hears how many. Ends when all
  // are there. The error: `cancelled`, the job was dropped, or a task was given up, with the reason.
  Result<std::vector<TaskResult>> wait(Connection& connection,
                                       const std::function<void(size_t done)>& progress,
                                       const std::stop_token& stop);

  // The parts at the document's beginning that are there already and have not failed.
  Result<std::vector<TaskResult>> results_so_far(Connection& connection) const;

 private:
  Job(JobCard card, std::string bytes, Document document);
  Result<void> publish(Connection& connection, const Task& task) const;

  JobCard card_;
  std::string bytes_;
  Document document_;
};

}  // namespace sotto::cluster
