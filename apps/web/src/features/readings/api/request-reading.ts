import { sendRequestToMainBoard } from '@granary/contract/commands/http';
import { call } from '../../../lib/api.ts';

/** Asks the board of a bin for a reading. */
export const requestReading = (binId: number) => call(sendRequestToMainBoard, { body: { binId } });
