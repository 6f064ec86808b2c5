import type { Millis } from '@granary/domain/units';
import { IconCloudOff } from '@tabler/icons-react';
import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../lib/clock.ts';
import { useLiveState } from '../../lib/live-client.ts';
import { useFormat } from '../../lib/use-format.ts';
import classes from './shell.module.css';

/** Shows below the top bar since when the connection is lost. */
export function OfflineBar() {
  const state = useLiveState();
  return (
    <div role="status" className={classes['offline']}>
      {state.kind === 'offline' && <OfflineText since={state.since} />}
    </div>
  );
}

function OfflineText({ since }: { readonly since: Millis }) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  const isLoaded = useIsPageLoaded();
  return (
    <p className={classes['offlineBar']}>
      <IconCloudOff size={20} aria-hidden />
      {t('live.offlineSince', { time: format.since(since, now) })}
      {isLoaded && ` ${t('live.readingsUpTo')}`}
    </p>
  );
}

/** Whether everything that the page shows was loaded. */
function useIsPageLoaded(): boolean {
  const cache = useQueryClient().getQueryCache();
  const read = () =>
    cache.findAll({ type: 'active' }).every(({ state }) => state.data !== undefined);
  return useSyncExternalStore(
    useCallback((listener) => cache.subscribe(notifyManager.batchCalls(listener)), [cache]),
    read,
    read,
  );
}
