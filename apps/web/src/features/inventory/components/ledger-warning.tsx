import type { Bin } from '@granary/contract/bins/http';
import type { BinLoad } from '@granary/contract/inventory/http';
import { useTranslation } from 'react-i18next';
import { formatGrainQuantity } from '../../../bin-data/format-grain-quantity.ts';
import { Notice } from '../../../components/notice.tsx';
import { useFormat } from '../../../lib/use-format.ts';
import { findLedgerExcess } from '../check-volumes.ts';

export interface LedgerWarningProps {
  readonly bin: Pick<Bin, 'loadMethod' | 'size' | 'cropUnit'>;
  readonly loads: readonly BinLoad[];
}

/** Shown above a ledger whose total is implausible, which makes the level unreliable. */
export function LedgerWarning({ bin, loads }: LedgerWarningProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const excess = findLedgerExcess(bin, loads);
  if (excess === null) return null;
  const formatAmount = (value: number) => formatGrainQuantity(value, bin.cropUnit, { t, format });
  const size = excess.kind === 'ledgerOver' ? formatAmount(excess.size) : '';
  return (
    <Notice
      state="warning"
      title={t(`loads.${excess.kind}`)}
      detail={t(`loads.${excess.kind}Detail`, { amount: formatAmount(excess.amount), size })}
    />
  );
}
