package dev.jitterlab.battle.bot; final class LastSeen {}
