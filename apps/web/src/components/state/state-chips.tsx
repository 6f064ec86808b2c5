import { type BinState, binStates } from '@granary/domain/bins/state';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import classes from './state-chips.module.css';
import { StateIcon } from './state-icon.tsx';

export interface StateChipsProps {
  readonly total: number;
  readonly counts: ReadonlyMap<BinState, number>;
  /** Null shows all states. */
  readonly selectedState: BinState | null;
  readonly onChoose: (state: BinState | null) => void;
}

/** Filters a list by state: a chip for each state that occurs, worst first. */
export function StateChips({ total, counts, selectedState, onChoose }: StateChipsProps) {
  const { t } = useTranslation();
  const states = binStates.filter((state) => counts.has(state) || state === selectedState);
  return (
    <fieldset className={classes['chips']}>
      <legend className={classes['legend']}>{t('filters.state')}</legend>
      <Chip
        state={null}
        count={total}
        isSelected={selectedState === null}
        onChoose={() => onChoose(null)}
      />
      {states.map((state) => (
        <Chip
          key={state}
          state={state}
          count={counts.get(state) ?? 0}
          isSelected={selectedState === state}
          onChoose={() => onChoose(state)}
        />
      ))}
    </fieldset>
  );
}

interface ChipProps {
  readonly state: BinState | null;
  readonly count: number;
  readonly isSelected: boolean;
  readonly onChoose: () => void;
}

function Chip({ state, count, isSelected, onChoose }: ChipProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <button type="button" className={classes['chip']} aria-pressed={isSelected} onClick={onChoose}>
      {state !== null && <StateIcon state={state} size={18} />}
      {state === null ? t('filters.all') : t(`states.${state}`)}
      <span className={classes['count']}>{format.number(count)}</span>
    </button>
  );
}
