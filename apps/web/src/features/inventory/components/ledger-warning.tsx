import type { Bin } from '@granary/contract/bins/http';
import type { BinLoad } from '@granary/contract/inventory/http';
import { useTranslation } from 'react-i18next';
import { grainQuantity } from '../../../bin-data/grain-quantity.ts';
import { Notice } from '../../../components/notice.tsx';
import { useFormat } from '../../../lib/use-format.ts';
import { ledgerExcess } from '../check-volumes.ts';

export interface LedgerNoticeProps {
  readonly bin: Pick<Bin, 'loadMethod' | 'size' | 'cropUnit'>;
  readonly loads: readonly BinLoad[];
}

/** Says above a ledger that it cannot be so: the level that it gives is not to be relied on. */
export function LedgerNotice({ bin, loads }: LedgerNoticeProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const excess = ledgerExcess(bin, loads);
  if (excess === null) return null;
  const amount = (value: number) => grainQuantity(value, bin.cropUnit, { t, format });
  const size = excess.kind === 'ledgerOver' ? amount(excess.size) : '';
  return (
    <Notice
      state="warning"
      title={t(`loads.${excess.kind}`)}
      detail={t(`loads.${excess.kind}Detail`, { amount: amount(excess.amount), size })}
    />
  );
}
