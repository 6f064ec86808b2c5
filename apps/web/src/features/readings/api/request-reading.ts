import { sendReadingRequest } from '@granary/contract/commands/http';
import { call } from '../../../lib/api.ts';

/** Asks the board of a bin for a reading. */
export const requestReading = (binId: number) => call(sendReadingRequest, { body: { binId } });
