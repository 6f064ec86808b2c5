import { IconCloudOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../lib/clock.ts';
import { useLiveState } from '../../lib/live-client.ts';
import { useFormat } from '../../lib/use-format.ts';
import classes from './offline-bar.module.css';

/** Tells, under the top bar, since when nothing new can come. */
export function OfflineBar() {
  const { t } = useTranslation();
  const format = useFormat();
  const state = useLiveState();
  const now = useNow();
  return (
    <div role="status" className={classes['place']}>
      {state.kind === 'offline' && (
        <p className={classes['bar']}>
          <IconCloudOff size={20} aria-hidden />
          {t('live.offlineSince', { time: format.since(state.since, now) })}
        </p>
      )}
    </div>
  );
}
