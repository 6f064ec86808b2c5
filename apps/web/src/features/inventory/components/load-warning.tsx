import type { Bin } from '@granary/contract/bins/http';
import type { BinLoad, LoadType } from '@granary/contract/inventory/http';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { grainQuantity } from '../../../bin-data/grain-quantity.ts';
import { Notice } from '../../../components/notice.tsx';
import { useFormat } from '../../../lib/use-format.ts';
import { binLoads } from '../api/get-loads.ts';
import { loadExcess } from '../check-volumes.ts';
import { type LoadValues, volumeIn } from '../load-values.ts';
import classes from './inventory.module.css';

export interface ExcessNoticeProps {
  readonly bin: Pick<Bin, 'id' | 'loadMethod' | 'size' | 'cropUnit'>;
  readonly type: LoadType;
  readonly edited: BinLoad | null;
  /** As they are typed. */
  readonly values: LoadValues;
  /** Meanwhile the ledger may hold the entry already, and it would count twice. */
  readonly isSaving: boolean;
}

/** Says beside an amount that it is more than the bin can hold, or has; it may be saved all the same. */
export function ExcessNotice({ bin, type, edited, values, isSaving }: ExcessNoticeProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data: loads = [] } = useQuery(binLoads(bin.id));
  const volume = volumeIn(values, format.locale);
  const excess = isSaving ? null : loadExcess({ type, volume }, { bin, loads, edited });
  const amount = (value: number) => grainQuantity(value, bin.cropUnit, { t, format });
  return (
    <div role="status" className={classes['excess']}>
      {excess?.kind === 'over' && (
        <Notice
          state="warning"
          title={t('loads.over')}
          detail={t('loads.overDetail', {
            amount: amount(excess.wouldHold),
            size: amount(excess.size),
          })}
        />
      )}
      {excess?.kind === 'short' && (
        <Notice
          state="warning"
          title={t('loads.short')}
          detail={t('loads.shortDetail', { amount: amount(excess.held) })}
        />
      )}
    </div>
  );
}
