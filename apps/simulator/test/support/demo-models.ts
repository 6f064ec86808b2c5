import type { Millis } from '@granary/domain/units';
import { type BinModel, createBinModel } from '../../src/board/model.ts';
import { DEMO_FLEET } from '../../src/demo/fleet.ts';

/** The models of every demo bin that reports. */
export function demoModels(anchor: Millis): BinModel[] {
  return DEMO_FLEET.flatMap((farm) =>
    farm.boards.flatMap((board) =>
      board.bins
        .filter(({ scenario }) => scenario !== 'new')
        .map((bin) => createBinModel(farm, board, bin, anchor)),
    ),
  );
}

/** The model of the demo bin of this name. */
export function demoModel(name: string, anchor: Millis): BinModel {
  const model = demoModels(anchor).find(({ bin }) => bin.name === name);
  if (model === undefined) throw new Error(`No demo bin ${name}`);
  return model;
}
