import { followSettingsCommand } from '../bins/settings/follow-command.ts';
import { followCableCommand } from '../cables/follow-command.ts';
import type { FollowCommand } from '../commands/command-store.ts';
import { requestCommand } from '../commands/request-store.ts';
import { rewriteDays } from '../ingest/rewrite-days.ts';

/** What other features do when a command changes, in the same transaction. */
export const followCommand: FollowCommand = async (trx, change) => {
  const { instruction } = change.command;
  switch (instruction.kind) {
    case 'cable':
      return followCableCommand({ requestCommand, rewriteDays }, trx, change);
    case 'radio':
    case 'radar':
    case 'installation-mode':
      return followSettingsCommand(trx, instruction, change);
    case 'fan':
    case 'request':
      return;
  }
};
