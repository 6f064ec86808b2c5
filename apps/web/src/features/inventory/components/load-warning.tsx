import type { Bin } from '@granary/contract/bins/http';
import type { BinLoad, LoadType } from '@granary/contract/inventory/http';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatGrainQuantity } from '../../../bin-data/format-grain-quantity.ts';
import { Notice } from '../../../components/notice.tsx';
import { useFormat } from '../../../lib/use-format.ts';
import { loadsQuery } from '../api/get-loads.ts';
import { findLoadExcess, type MeasuredQuantity } from '../check-volumes.ts';
import { type LoadValues, toLoadInput } from '../load-values.ts';
import classes from './inventory.module.css';

export interface LoadWarningProps {
  readonly bin: Pick<Bin, 'id' | 'loadMethod' | 'size' | 'cropUnit'>;
  readonly type: LoadType;
  readonly editedLoad: BinLoad | null;
  readonly measurement: MeasuredQuantity | null;
  readonly values: LoadValues;
  /** While the entry is being saved, the ledger may already contain it, and it would be counted twice. */
  readonly isSaving: boolean;
}

/**
 * Warns if a load would overfill the bin, or an unload takes out more than was in it; the entry can still be
 * saved.
 */
export function LoadWarning({ bin, type, values, isSaving, ...entry }: LoadWarningProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data: loads = [] } = useQuery(loadsQuery(bin.id));
  const { volume, at } = toLoadInput(values, format.locale);
  const excess = isSaving ? null : findLoadExcess({ type, volume, at }, { bin, loads, ...entry });
  const formatAmount = (value: number) => formatGrainQuantity(value, bin.cropUnit, { t, format });
  return (
    <div role="status" className={classes['warning']}>
      {excess?.kind === 'over' && (
        <Notice
          state="warning"
          title={t('loads.over')}
          detail={t('loads.overDetail', {
            amount: formatAmount(excess.resultingVolume),
            size: formatAmount(excess.size),
          })}
        />
      )}
      {excess?.kind === 'short' && (
        <Notice
          state="warning"
          title={t('loads.short')}
          detail={t('loads.shortDetail', { amount: formatAmount(excess.available) })}
        />
      )}
    </div>
  );
}
