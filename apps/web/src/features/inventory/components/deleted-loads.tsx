import type { Bin } from '@granary/contract/bins/http';
import type { LoadType } from '@granary/contract/inventory/http';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/error-state.tsx';
import { useNow } from '../../../lib/clock.ts';
import { useLiveState } from '../../../lib/live-client.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { useLoadMutations } from '../api/change-loads.ts';
import { deletedLoadsQuery } from '../api/get-loads.ts';
import { describeLoad } from '../describe-load.ts';
import classes from './inventory.module.css';

export interface DeletedLoadsProps {
  readonly type: LoadType;
  readonly bin: Bin;
}

/** The deleted loads or unloads of a bin, each with a button to restore it; collapsed by default. */
export function DeletedLoads({ type, bin }: DeletedLoadsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  const isOffline = useLiveState().kind === 'offline';
  const { restore } = useLoadMutations(bin.id);
  const query = useQuery(deletedLoadsQuery(bin.id));
  const deletedLoads = (query.data ?? []).filter((load) => load.type === type);
  if (query.isError) return <ErrorState error={query.error} />;
  if (deletedLoads.length === 0) return null;
  return (
    <details className={classes['deleted']} data-screen-only>
      <summary>{t('loads.deletedEntries', { count: deletedLoads.length })}</summary>
      <ul>
        {deletedLoads.map((load) => {
          const { id, deletedAt } = load;
          const description = describeLoad(load, bin.cropUnit, { t, format });
          return (
            <li key={id}>
              <span>
                {description}
                <br />
                <small className={classes['secondary']}>
                  {t('loads.deletedWhen', { when: format.dateTime(deletedAt, now) })}
                </small>
              </span>
              <Button
                variant="default"
                aria-label={t('loads.restoreOf', { what: description })}
                loading={restore.isPending && restore.variables === id}
                disabled={isOffline}
                onClick={() => restore.mutate(id)}
              >
                {t('loads.restore')}
              </Button>
            </li>
          );
        })}
      </ul>
      {restore.isError && <ErrorState error={restore.error} />}
    </details>
  );
}
