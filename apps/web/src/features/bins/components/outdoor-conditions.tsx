import type { ListedBin } from '@granary/contract/bins/http';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../../lib/clock.ts';
import { useFormat } from '../../../lib/use-format.ts';
import classes from './outdoor-conditions.module.css';

/** The day, and the air outside where all bins stand on one farm that measures it. */
export function OutdoorConditions({ bins }: { readonly bins: readonly ListedBin[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  const parts = [format.date(now)];
  const first = bins[0];
  const ambient = bins.every((bin) => bin.farmId === first?.farmId) ? first?.ambient : null;
  if (ambient?.temperature != null && first !== undefined) {
    parts.push(
      t('bins.outside', { value: format.temperature(ambient.temperature, first.temperatureUnit) }),
    );
    if (ambient.humidity !== null) parts.push(format.percent(ambient.humidity, 0));
  }
  return <p className={classes['line']}>{parts.join(' · ')}</p>;
}
