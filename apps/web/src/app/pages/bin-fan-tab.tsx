import type { Bin } from '@granary/contract/bins/http';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../components/notice.tsx';
import { FanHistory } from '../../features/fans/fan-history.tsx';
import { FanStatus } from '../../features/fans/fan-status.tsx';
import { useFollowedTurns } from '../../features/fans/get-fan-history.ts';
import classes from './bin-inventory.module.css';
import { BinSection } from './bin-section.tsx';

/** Whether a bin's fan runs, what it goes by, and when it ran. */
export function BinFanTab({ bin }: { readonly bin: Bin }) {
  const { t } = useTranslation();
  useFollowedTurns(bin.id, bin.fan);
  return (
    <div className={classes['stack']}>
      <FanStatus binId={bin.id} fan={bin.fan} />
      {bin.fan.attached && (
        <Notice
          state="unknown"
          title={t('fan.noCommandsTitle')}
          detail={t('fan.noCommandsDetail')}
        />
      )}
      <BinSection bin={bin} section="fan" />
      <FanHistory binId={bin.id} />
    </div>
  );
}
