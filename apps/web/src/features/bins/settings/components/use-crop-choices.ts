import { cropNames } from '@granary/domain/moisture/crops';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { cropsQuery } from '../../../../bin-data/crops.ts';
import { formatCrop } from '../../../../bin-data/format-crop.ts';

/** Returns the crops to choose from, including the current crop. */
export function useCropChoices(currentCrop: string, noneLabel: string) {
  const { t } = useTranslation();
  // Built-in crops are available even if the list fails to load.
  const { data = [] } = useQuery(cropsQuery);
  const names = new Set<string>([...cropNames, ...data.map(({ name }) => name)]);
  if (currentCrop !== '') names.add(currentCrop);
  const choices = [...names].map((name) => ({ value: name, label: formatCrop(name, t) }));
  return [{ value: '', label: noneLabel }, ...choices];
}
