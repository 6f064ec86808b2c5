import type { SentenceKey } from '../locales/sentences.ts';
import { invalidFields, RefusalError } from '../platform/http/refusal.ts';
import type { SettingsRefusal } from './settings.ts';

/** The answer to settings that cannot be as somebody wants them. */
export function refusalOf(outcome: SettingsRefusal): RefusalError {
  switch (outcome.kind) {
    case 'gone':
      return new RefusalError('NOT_FOUND', 'binMissing');
    case 'stale':
      return new RefusalError('CONFLICT', 'conflict', {
        fields: outcome.fields.map((path) => ({ path, sentence: 'changedMeanwhile' })),
      });
    case 'forbidden':
      return new RefusalError('FORBIDDEN', 'notAllowed', {
        fields: outcome.fields.map((path) => ({ path, sentence: 'notAllowed' })),
      });
    case 'invalid':
      return invalidFields([outcome.field]);
    case 'board-elsewhere':
      return conflictIn('bin_topic', 'boardElsewhere');
    case 'station-taken':
      return conflictIn('bin_number', 'stationTaken');
    case 'address-taken':
      return conflictIn(outcome.field, 'cableAddressTaken');
  }
}

/** What is in use elsewhere: the whole answer says so, and the field. */
export function conflictIn(path: string, sentence: SentenceKey): RefusalError {
  return new RefusalError('CONFLICT', sentence, { fields: [{ path, sentence }] });
}
