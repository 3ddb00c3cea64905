CREATE TABLE IF NOT EXISTS bans(
  player BIGINT PRIMARY KEY,
  until_seconds BIGINT NOT NULL,
  kicks INT NOT NULL,
  kicked_seconds BIGINT NOT NULL);
