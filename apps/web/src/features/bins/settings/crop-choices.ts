import { cropNames } from '@granary/domain/moisture/crops';

/** The crops to choose from: those the product knows, and the one that is set. */
export function cropChoices(set: string, none: string) {
  const isKnown = set === '' || cropNames.some((name) => name === set);
  return [
    { value: '', label: none },
    ...[...cropNames, ...(isKnown ? [] : [set])].map((name) => ({ value: name, label: name })),
  ];
}
