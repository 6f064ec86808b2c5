import { bounds } from '@granary/contract/bins/settings';
import { MAIN_BOARD_ID } from '@granary/contract/boards/topics';
import { type FirmwareName, newBinDefaults } from '@granary/domain/boards/options';
import type { NewBin } from './api/add-bin.ts';

export interface NewBinValues {
  readonly label: string;
  readonly mainBoardId: string;
  readonly name: string;
  readonly binNumber: string;
  readonly boardType: 'main' | 'remote';
  readonly firmwareName: FirmwareName;
  readonly firmwareVersion: string;
  readonly frequency: string;
  readonly radioGroup: string;
}

export const emptyBin: NewBinValues = {
  ...newBinDefaults,
  label: '',
  mainBoardId: '',
  name: '',
  binNumber: '',
  frequency: String(newBinDefaults.frequency),
  radioGroup: String(newBinDefaults.radioGroup),
};

/** Form fields by wire name, in the order of the form. */
export const fieldByWireName: Readonly<Record<string, keyof NewBinValues>> = {
  freq: 'frequency',
  bin_in: 'radioGroup',
  binId: 'label',
  bin_topic: 'mainBoardId',
  binName: 'name',
  bin_number: 'binNumber',
  bin_board_type: 'boardType',
  bin_firmware_name: 'firmwareName',
  bin_firmware_version: 'firmwareVersion',
};

export const fieldOrder = Object.values(fieldByWireName);

/** Builds the request that adds a bin to a farm. */
export function toNewBin(
  values: NewBinValues,
  farm: { readonly id: number; readonly ownerId: number },
): NewBin {
  return {
    ...values,
    mainBoardId: values.mainBoardId.trim(),
    binNumber: Number(values.binNumber),
    frequency: Number(values.frequency),
    radioGroup: Number(values.radioGroup),
    farmId: farm.id,
    ownerId: farm.ownerId,
  };
}

export function findInvalidFields({ mainBoardId, name, binNumber }: NewBinValues) {
  const { min, max } = bounds.binNumber;
  const number = Number(binNumber);
  return {
    mainBoardId: !MAIN_BOARD_ID.test(mainBoardId.trim()),
    name: name.trim() === '',
    binNumber: !/^\d+$/.test(binNumber.trim()) || number < min || number > max,
  };
}
