import { type BinState, worstFirst } from '@granary/domain/bins/state';
import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { StateShape } from '../../components/state/state-shape.tsx';
import { useFormat } from '../../lib/use-format.ts';
import type { BinFilter, FilterChoices } from './bin-filter.ts';
import classes from './bin-filters.module.css';

export interface BinFiltersProps {
  readonly filter: BinFilter;
  readonly choices: FilterChoices;
  readonly onChange: (filter: BinFilter) => void;
}

/** Chips of the states there are, and which farm and crop. */
export function BinFilters({ filter, choices, onChange }: BinFiltersProps) {
  const { t } = useTranslation();
  const states = worstFirst.filter((state) => choices.states.has(state) || state === filter.state);
  return (
    <div className={classes['filters']}>
      <fieldset className={classes['chips']}>
        <legend className={classes['legend']}>{t('filters.state')}</legend>
        <Chip
          state={null}
          count={choices.total}
          isChosen={filter.state === null}
          onChoose={() => onChange({ ...filter, state: null })}
        />
        {states.map((state) => (
          <Chip
            key={state}
            state={state}
            count={choices.states.get(state) ?? 0}
            isChosen={filter.state === state}
            onChoose={() => onChange({ ...filter, state })}
          />
        ))}
      </fieldset>
      <div className={classes['selects']}>
        {choices.farms.length > 1 && (
          <Select
            aria-label={t('filters.farm')}
            data={[
              { value: '', label: t('filters.allFarms') },
              ...choices.farms.map((farm) => ({ value: String(farm.id), label: farm.name })),
            ]}
            value={filter.farmId === null ? '' : String(filter.farmId)}
            onChange={(value) => onChange({ ...filter, farmId: value ? Number(value) : null })}
            allowDeselect={false}
          />
        )}
        {choices.crops.length > 1 && (
          <Select
            aria-label={t('filters.crop')}
            data={[{ value: '', label: t('filters.allCrops') }, ...choices.crops]}
            value={filter.crop ?? ''}
            onChange={(value) => onChange({ ...filter, crop: value ? value : null })}
            allowDeselect={false}
          />
        )}
      </div>
    </div>
  );
}

interface ChipProps {
  readonly state: BinState | null;
  readonly count: number;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function Chip({ state, count, isChosen, onChoose }: ChipProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <button type="button" className={classes['chip']} aria-pressed={isChosen} onClick={onChoose}>
      {state !== null && <StateShape state={state} size={18} />}
      {state === null ? t('filters.all') : t(`states.${state}`)}
      <span className={classes['count']}>{format.number(count)}</span>
    </button>
  );
}
