import type { BinSummary } from '@granary/contract/bins/lists';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { useFormat } from '../../../lib/use-format.ts';

/** A bin with its fan's state and mode. */
export type FanBin = Pick<BinSummary, 'name' | 'fan' | 'fanMode'>;

/** Lists the bins whose fan is not in manual mode; renders nothing if there are none. */
export function FanReminder({ bins }: { readonly bins: readonly FanBin[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const nonManualBins = bins.filter(({ fan, fanMode }) => fan.isAttached && fanMode !== 'manual');
  if (nonManualBins.length === 0) return null;
  const names = nonManualBins.map(({ name, fanMode }) => `${name} (${t(`fan.mode.${fanMode}`)})`);
  return (
    <Notice
      state="warning"
      isTinted
      title={t('fanSystem.reminder')}
      detail={t('fanSystem.reminderDetail', {
        list: new Intl.ListFormat(format.locale).format(names),
      })}
    />
  );
}
