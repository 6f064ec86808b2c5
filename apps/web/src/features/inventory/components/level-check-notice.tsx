import type { Bin } from '@granary/contract/bins/http';
import type { BinLoad } from '@granary/contract/inventory/http';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatGrainQuantity } from '../../../bin-data/format-grain-quantity.ts';
import { Notice } from '../../../components/notice.tsx';
import { useNow } from '../../../lib/clock.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { levelCheckQuery } from '../api/get-level-check.ts';

export interface LevelCheckNoticeProps {
  readonly bin: Pick<Bin, 'cropUnit' | 'loadMethod'>;
  readonly load: BinLoad | null;
}

/** Warns if the level sensor contradicts an entry, and shows the entered and the measured change. */
export function LevelCheckNotice({ bin, load }: LevelCheckNoticeProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  const query = useQuery({
    ...levelCheckQuery(load?.id ?? 0, load?.version ?? 0),
    enabled: load !== null && bin.loadMethod !== 'manual',
  });
  const check = query.data ?? null;
  if (load === null || check === null || !check.isContradicted) return null;
  const formatChange = (quantity: number) => {
    const amount = formatGrainQuantity(Math.abs(quantity), bin.cropUnit, { t, format });
    return `${quantity < 0 ? '−' : '+'}${amount}`;
  };
  return (
    <Notice
      state="warning"
      isTinted
      isAlert
      title={t('loads.levelCheck.title')}
      detail={t('loads.levelCheck.detail', {
        entered: formatChange(check.enteredChange),
        measured: formatChange(check.measuredChange),
        from: format.dateTime(check.from, now),
        to: format.dateTime(check.to, now),
      })}
    />
  );
}
