import { bounds } from '@granary/contract/bins/bounds';
import type { CableValues } from './settings-values.ts';

/**
 * Adds a cable: the first reported cable that is not configured, with its address; otherwise a cable with the
 * first free number and address.
 */
export function addCable(
  cables: readonly CableValues[],
  reportedAddresses: readonly (number | null)[],
): CableValues[] {
  const numbers = cables.map((existingCable) => existingCable.cable);
  const addresses = cables.map((existingCable) => Number(existingCable.cableId));
  const isFree = (address: number | null | undefined): address is number =>
    address != null && address > 0 && address <= bounds.cableId.max && !addresses.includes(address);
  const reportedIndex = reportedAddresses.findIndex(
    (address, index) => isFree(address) && !numbers.includes(index + 1),
  );
  const cable = reportedIndex >= 0 ? reportedIndex + 1 : findFirstFree(numbers);
  const address = reportedAddresses[cable - 1];
  const cableId = String(isFree(address) ? address : findFirstFree(addresses));
  const newCable = { cable, name: '', cableId, subBin: '1', flip: false, crop: '' };
  return [...cables, newCable].sort((a, b) => a.cable - b.cable);
}

function findFirstFree(usedNumbers: readonly number[]): number {
  let number = 1;
  while (usedNumbers.includes(number)) number++;
  return number;
}
