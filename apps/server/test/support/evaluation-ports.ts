import type { Millis } from '@granary/domain/units';
import type { EvaluationPorts } from '../../src/alerts/evaluate-bin.ts';
import { loadBinControl } from '../../src/app/load-bin-control.ts';
import { loadBinWithFill } from '../../src/app/load-bin-with-fill.ts';
import type { Db } from '../../src/platform/postgres/tables.ts';

/** The dependencies of an evaluation that does not notify anyone or store the states of bins. */
export function createEvaluationPorts(db: Db, now: () => Millis): EvaluationPorts {
  return {
    db,
    now,
    loadBin: loadBinWithFill,
    loadControl: loadBinControl,
    listeningSince: () => null,
    alertsAnnounced: () => {},
    storeState: async () => {},
    deleteState: async () => {},
  };
}
