import { bounds } from '@granary/contract/bins/bounds';
import { MAIN_BOARD_ID_PATTERN } from '@granary/contract/boards/topics';
import type { CropUnit } from '@granary/contract/units';
import { type FirmwareName, newBinDefaults } from '@granary/domain/boards/options';
import { parseNumberField } from '../settings/number-fields.ts';
import type { NewBin } from './api/add-bin.ts';

export interface NewBinValues {
  readonly name: string;
  readonly crop: string;
  /** In `cropUnit`, as typed. */
  readonly size: string;
  readonly cropUnit: CropUnit;
  readonly mainBoardId: string;
  readonly binNumber: string;
  readonly label: string;
  readonly boardType: 'main' | 'remote';
  readonly firmwareName: FirmwareName;
  readonly firmwareVersion: string;
  readonly frequency: string;
  readonly radioGroup: string;
}

export const initialValues: NewBinValues = {
  ...newBinDefaults,
  name: '',
  crop: '',
  size: '',
  cropUnit: 'bushels',
  mainBoardId: '',
  binNumber: '',
  label: '',
  frequency: String(newBinDefaults.frequency),
  radioGroup: String(newBinDefaults.radioGroup),
};

/** Form fields by wire name, in the order of the form. */
export const fieldByWireName: Readonly<Record<string, keyof NewBinValues>> = {
  binName: 'name',
  crop_name: 'crop',
  bin_size: 'size',
  crop_unit: 'cropUnit',
  bin_topic: 'mainBoardId',
  bin_number: 'binNumber',
  binId: 'label',
  freq: 'frequency',
  bin_in: 'radioGroup',
  bin_board_type: 'boardType',
  bin_firmware_name: 'firmwareName',
  bin_firmware_version: 'firmwareVersion',
};

export const fieldOrder = Object.values(fieldByWireName);

/** Builds the request that adds a bin to a farm; the size is in the locale's format. */
export function toNewBin(
  values: NewBinValues,
  farm: { readonly id: number; readonly ownerId: number },
  locale: string,
): NewBin {
  const size = parseSize(values.size, locale);
  return {
    ...values,
    crop: values.crop || null,
    size: size.kind === 'number' ? size.value : null,
    mainBoardId: values.mainBoardId.trim(),
    binNumber: Number(values.binNumber),
    frequency: Number(values.frequency),
    radioGroup: Number(values.radioGroup),
    farmId: farm.id,
    ownerId: farm.ownerId,
  };
}

export function findInvalidFields(
  { mainBoardId, name, size, binNumber }: NewBinValues,
  locale: string,
) {
  const { min, max } = bounds.binNumber;
  const number = Number(binNumber);
  return {
    name: name.trim() === '',
    size: parseSize(size, locale).kind === 'invalid',
    mainBoardId: !MAIN_BOARD_ID_PATTERN.test(mainBoardId.trim()),
    binNumber: !/^\d+$/.test(binNumber.trim()) || number < min || number > max,
  };
}

/**
 * Returns the values for the next bin on the same board: the next bin number, and empty values where bins
 * differ.
 */
export function toNextBin(values: NewBinValues): NewBinValues {
  const nextNumber = Number(values.binNumber) + 1;
  return {
    ...values,
    name: '',
    size: '',
    label: '',
    binNumber: nextNumber > bounds.binNumber.max ? '' : String(nextNumber),
  };
}

function parseSize(text: string, locale: string) {
  return parseNumberField('size', text, { unit: 'c', locale });
}
