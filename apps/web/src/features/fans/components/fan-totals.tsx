import type { FanTotals as Totals } from '@granary/contract/fans/http';
import { SECOND } from '@granary/domain/units';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/use-format.ts';
import classes from './fans.module.css';

interface FanTotalsProps {
  readonly totals: Totals;
  /** Whether the totals cover the fan's whole history instead of a range. */
  readonly isAllTime?: boolean;
}

/** Shows how long a fan ran, with the energy used and its cost if the power and price are set. */
export function FanTotals({ totals, isAllTime = false }: FanTotalsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { totalDurationS, count, energyKwh, cost } = totals;
  const parts: string[] = [];
  if (energyKwh !== null) {
    const energy = format.number(energyKwh, energyKwh < 100 ? 1 : 0);
    parts.push(t('fan.totals.energy', { energy }));
  }
  if (cost !== null) parts.push(t('fan.totals.cost', { cost: format.number(cost, 2) }));
  return (
    <div>
      <p className={classes['label']}>
        {t(isAllTime ? 'fan.totals.allTime' : 'fan.effect.total', {
          count,
          duration: format.duration(totalDurationS * SECOND),
        })}
      </p>
      {parts.length > 0 && <p>{parts.join(' · ')}</p>}
    </div>
  );
}
