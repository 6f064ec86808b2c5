import type { Bin } from '@granary/contract/bins/http';
import { type BinLoad, type LoadType, loadType } from '@granary/contract/inventory/http';
import { Button, Tabs } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeleteDialog } from '../../../components/delete-dialog.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { useLiveState } from '../../../lib/live-client.ts';
import { useCan } from '../../../lib/use-can.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { useLoadMutations } from '../api/change-loads.ts';
import { loadsQuery } from '../api/get-loads.ts';
import classes from './inventory.module.css';
import { LedgerWarning } from './ledger-warning.tsx';
import { LoadDialog } from './load-dialog.tsx';
import { LoadTable } from './load-table.tsx';
import { type Undoable, UndoNotice } from './undo-notice.tsx';

type Asked =
  | { readonly kind: 'write'; readonly load: BinLoad | null }
  | { readonly kind: 'delete'; readonly load: BinLoad };

/** The loads and unloads of a bin, in two editable tables. */
export function Ledger({ bin }: { readonly bin: Bin }) {
  const { t } = useTranslation();
  const unit = t(`units.grain.${bin.cropUnit}`);
  const format = useFormat();
  const isOffline = useLiveState().kind === 'offline';
  const canWrite = useCan('loads.write');
  const [type, setType] = useState<LoadType>('load');
  const [asked, setAsked] = useState<Asked | null>(null);
  const [undoable, setUndoable] = useState<Undoable | null>(null);
  const { remove } = useLoadMutations(bin.id);
  const query = useQuery(loadsQuery(bin.id));
  // Asks about the current version of the entry, including someone else's edits.
  const doomed =
    asked?.kind === 'delete' && !remove.isSuccess
      ? (query.data?.find(({ id }) => id === asked.load.id) ?? asked.load)
      : (remove.variables ?? null);
  const ask = (next: Asked) => {
    remove.reset();
    setUndoable(null);
    setAsked(next);
  };
  return (
    <section className={classes['ledger']} aria-label={t('loads.ledger')}>
      <div role="status">{query.data && <LedgerWarning bin={bin} loads={query.data} />}</div>
      <Tabs value={type} onChange={(value) => setType(loadType.parse(value))}>
        <Tabs.List>
          {loadType.options.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(`loads.tabs.${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {loadType.options.map((one) => (
          <Tabs.Panel key={one} value={one} className={classes['panel'] ?? ''}>
            {canWrite && (
              <Button
                leftSection={<IconPlus size={20} aria-hidden />}
                disabled={isOffline}
                onClick={() => ask({ kind: 'write', load: null })}
              >
                {t(`loads.add.${one}`)}
              </Button>
            )}
            <div role="status">
              {undoable?.before.type === one && (
                <UndoNotice undoable={undoable} onUndone={() => setUndoable(null)} />
              )}
            </div>
            <Loaded
              query={query}
              loading={<LoadingBlocks count={3} height={44} />}
              errorTitle={t('loads.loadError')}
            >
              {(loads) => (
                <LoadTable
                  type={one}
                  unit={unit}
                  loads={loads.filter((load) => load.type === one)}
                  isOffline={isOffline}
                  {...(canWrite && {
                    onEdit: (load) => ask({ kind: 'write', load }),
                    onDelete: (load) => ask({ kind: 'delete', load }),
                  })}
                />
              )}
            </Loaded>
          </Tabs.Panel>
        ))}
      </Tabs>
      {asked?.kind === 'write' && (
        <LoadDialog
          bin={bin}
          type={type}
          load={asked.load}
          onCorrected={(before, now) => setUndoable({ kind: 'corrected', before, now })}
          onClose={() => setAsked(null)}
        />
      )}
      {asked?.kind === 'delete' && doomed !== null && (
        <DeleteDialog
          what={t(`loads.what.${doomed.type}`, {
            volume: format.number(doomed.volume),
            unit,
            date: format.date(doomed.at),
          })}
          text={t('loads.undoable')}
          done={{ title: t('loads.deleted'), text: t('loads.canUndo') }}
          onDelete={() => remove.mutateAsync(doomed)}
          onClose={(isDeleted) => {
            if (isDeleted) setUndoable({ kind: 'deleted', before: doomed });
            setAsked(null);
          }}
        />
      )}
    </section>
  );
}
