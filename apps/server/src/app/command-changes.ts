import { markBin } from '../alerts/marks-store.ts';
import { applySettingsCommand } from '../bins/settings/apply-settings-command.ts';
import { applyCableCommand } from '../cables/apply-cable-command.ts';
import { type BoardAnswers, storeAnswers } from '../commands/answer-store.ts';
import type { CommandChangeHandler } from '../commands/command-store.ts';
import { findInstallationModeSince } from '../commands/installation-mode-store.ts';
import { requestCommand } from '../commands/request-store.ts';
import { isAtCommandStation, isNewestCommand } from '../commands/store.ts';
import { rewriteDays } from '../ingest/rewrite-days.ts';
import type { Trx } from '../platform/postgres/tables.ts';

/** What other features do when a command changes, in the same transaction. */
export const handleCommandChange: CommandChangeHandler = async (trx, change) => {
  await applyInstruction(trx, change);
  // Alerts depend on the outcome of commands.
  if (change.kind !== 'released') await markBin(trx, change.command.binId);
};

const settingsPorts = { isNewestCommand, findInstallationModeSince };

const applyInstruction: CommandChangeHandler = async (trx, change) => {
  const { id, instruction } = change.command;
  if (instruction.kind === 'fan' || instruction.kind === 'request') return;
  // An answer that arrives after the bin was moved to another board or station applies to the previous one.
  if (!(await isAtCommandStation(trx, id))) return;
  switch (instruction.kind) {
    case 'cable':
      return applyCableCommand({ requestCommand, rewriteDays }, trx, change);
    case 'radio':
    case 'radar':
    case 'installation-mode':
      return applySettingsCommand(settingsPorts, trx, instruction, change);
  }
};

/** Stores the answers of boards and applies the changes that follow from them. */
export async function storeBoardAnswers(trx: Trx, answers: BoardAnswers): Promise<void> {
  await storeAnswers(trx, answers, handleCommandChange);
  // Using the switch at the bin ends the alert about a failed OFF command.
  for (const { binId, isBySwitch } of answers.controls) if (isBySwitch) await markBin(trx, binId);
}
