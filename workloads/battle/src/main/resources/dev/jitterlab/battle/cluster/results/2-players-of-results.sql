CREATE TABLE IF NOT EXISTS result_players(
  result BIGINT NOT NULL,
  place INT NOT NULL,
  player BIGINT NOT NULL,
  won BOOLEAN NOT NULL,
  PRIMARY KEY(result, place));
CREATE INDEX IF NOT EXISTS results_by_number ON results(number);
