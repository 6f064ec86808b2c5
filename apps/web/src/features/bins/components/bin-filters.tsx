import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatCrop } from '../../../bin-data/format-crop.ts';
import { StateChips } from '../../../components/state/state-chips.tsx';
import type { BinFilter, FilterChoices } from '../filter-bins.ts';
import classes from './bin-filters.module.css';

export interface BinFiltersProps {
  readonly filter: BinFilter;
  readonly choices: FilterChoices;
  readonly onChange: (filter: BinFilter) => void;
}

/** Filters bins by state, farm and crop. */
export function BinFilters({ filter, choices, onChange }: BinFiltersProps) {
  const { t } = useTranslation();
  return (
    <div data-screen-only className={classes['filters']}>
      <StateChips
        total={choices.total}
        counts={choices.countsByState}
        selectedState={filter.state}
        onChoose={(state) => onChange({ ...filter, state })}
      />
      <div className={classes['selects']}>
        {choices.farms.length > 1 && (
          <NativeSelect
            aria-label={t('filters.farm')}
            data={[
              { value: '', label: t('filters.allFarms') },
              ...choices.farms.map((farm) => ({ value: String(farm.id), label: farm.name })),
            ]}
            value={filter.farmId === null ? '' : String(filter.farmId)}
            onChange={({ currentTarget: { value } }) =>
              onChange({ ...filter, farmId: value === '' ? null : Number(value) })
            }
          />
        )}
        {choices.crops.length > 1 && (
          <NativeSelect
            aria-label={t('filters.crop')}
            data={[
              { value: '', label: t('filters.allCrops') },
              ...choices.crops.map((crop) => ({ value: crop, label: formatCrop(crop, t) })),
            ]}
            value={filter.crop ?? ''}
            onChange={({ currentTarget: { value } }) =>
              onChange({ ...filter, crop: value === '' ? null : value })
            }
          />
        )}
      </div>
    </div>
  );
}
