import { useTranslation } from 'react-i18next';
import { useNow } from '../lib/clock.ts';
import { useLiveState } from '../lib/live-client.ts';
import { useFormat } from '../lib/use-format.ts';
import classes from './live-indicator.module.css';

/** Shows whether the page is updated live. */
export function LiveIndicator() {
  const { t } = useTranslation();
  const format = useFormat();
  const state = useLiveState();
  const now = useNow();
  const texts = {
    live: () => t('live.live', { time: format.time(now) }),
    connecting: () => t('live.connecting'),
    offline: () => t('live.offline'),
  };
  return (
    <span data-screen-only className={classes['mark']}>
      <span className={classes['dot']} data-kind={state.kind} />
      {texts[state.kind]()}
    </span>
  );
}
