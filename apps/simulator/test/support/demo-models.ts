import type { Millis } from '@granary/domain/units';
import { type BinModel, createBinModel } from '../../src/board/model.ts';
import { DEMO_FARMS } from '../../src/demo/fleet.ts';

/** Creates the models of all demo bins that report. */
export function createDemoModels(anchor: Millis): BinModel[] {
  return DEMO_FARMS.flatMap((farm) =>
    farm.boards.flatMap((board) =>
      board.bins
        .filter(({ scenario }) => scenario !== 'new')
        .map((bin) => createBinModel(farm, board, bin, anchor)),
    ),
  );
}

/** Creates the model of the demo bin with the given name. */
export function createDemoModel(name: string, anchor: Millis): BinModel {
  const model = createDemoModels(anchor).find(({ bin }) => bin.name === name);
  if (model === undefined) throw new Error(`No demo bin ${name}`);
  return model;
}
