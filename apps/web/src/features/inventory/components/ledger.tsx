import './tabs.css';
import type { Bin } from '@granary/contract/bins/http';
import { type BinLoad, type LoadType, loadType } from '@granary/contract/inventory/http';
import { RESTORE_DAYS } from '@granary/contract/restore';
import type { CropUnit } from '@granary/contract/units';
import { Button, Tabs } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeleteDialog, type DeleteDialogProps } from '../../../components/delete-dialog.tsx';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { QueryContent } from '../../../components/query-content.tsx';
import { useNow } from '../../../lib/clock.ts';
import { useLiveState } from '../../../lib/live-client.ts';
import { useCan } from '../../../lib/use-can.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { useLoadMutations } from '../api/change-loads.ts';
import { loadsQuery } from '../api/get-loads.ts';
import type { MeasuredQuantity } from '../check-volumes.ts';
import { describeLoad } from '../describe-load.ts';
import { findLoadToCheck } from '../find-load-to-check.ts';
import { DeletedLoads } from './deleted-loads.tsx';
import classes from './inventory.module.css';
import { LedgerWarning } from './ledger-warning.tsx';
import { LevelCheckNotice } from './level-check-notice.tsx';
import { LoadDialog } from './load-dialog.tsx';
import { LoadTable } from './load-table.tsx';
import { type UndoableChange, UndoNotice } from './undo-notice.tsx';

type OpenDialog =
  | { readonly kind: 'write'; readonly load: BinLoad | null }
  | { readonly kind: 'delete'; readonly load: BinLoad };

export interface LedgerProps {
  readonly bin: Bin;
  readonly measurement: MeasuredQuantity | null;
}

/** The loads and unloads of a bin, in two editable tables. */
export function Ledger({ bin, measurement }: LedgerProps) {
  const { t } = useTranslation();
  const unit = t(`units.grain.${bin.cropUnit}`);
  const isOffline = useLiveState().kind === 'offline';
  const canWrite = useCan('loads.write');
  const now = useNow();
  const [type, setType] = useState<LoadType>('load');
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [lastChange, setLastChange] = useState<UndoableChange | null>(null);
  const [savedId, setSavedId] = useState<number | null>(null);
  const { remove } = useLoadMutations(bin.id);
  const query = useQuery(loadsQuery(bin.id));
  // The dialog shows the entry's current version, including someone else's edits.
  const entryToDelete =
    dialog?.kind === 'delete' && !remove.isSuccess
      ? (query.data?.find(({ id }) => id === dialog.load.id) ?? dialog.load)
      : (remove.variables ?? null);
  const openDialog = (next: OpenDialog) => {
    remove.reset();
    setLastChange(null);
    setDialog(next);
  };
  return (
    <section className={classes['ledger']} aria-label={t('loads.ledger')}>
      <div role="status">{query.data && <LedgerWarning bin={bin} loads={query.data} />}</div>
      <LevelCheckNotice bin={bin} load={findLoadToCheck(query.data ?? [], savedId, now)} />
      <Tabs value={type} onChange={(value) => setType(loadType.parse(value))}>
        <Tabs.List>
          {loadType.options.map((option) => (
            <Tabs.Tab key={option} value={option}>
              {t(`loads.tabs.${option}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {loadType.options.map((option) => (
          <Tabs.Panel key={option} value={option} className={classes['panel'] ?? ''}>
            {canWrite && (
              <Button
                leftSection={<IconPlus size={20} aria-hidden />}
                disabled={isOffline}
                onClick={() => openDialog({ kind: 'write', load: null })}
              >
                {t(`loads.add.${option}`)}
              </Button>
            )}
            <div role="status">
              {lastChange?.oldLoad.type === option && (
                <UndoNotice undoableChange={lastChange} onUndone={() => setLastChange(null)} />
              )}
            </div>
            <QueryContent
              query={query}
              loadingContent={<LoadingBlocks count={3} height={44} />}
              errorTitle={t('loads.loadError')}
            >
              {(loads) => (
                <LoadTable
                  type={option}
                  unit={unit}
                  loads={loads.filter((load) => load.type === option)}
                  isOffline={isOffline}
                  {...(canWrite && {
                    onEdit: (load) => openDialog({ kind: 'write', load }),
                    onDelete: (load) => openDialog({ kind: 'delete', load }),
                  })}
                />
              )}
            </QueryContent>
            {canWrite && <DeletedLoads type={option} bin={bin} />}
          </Tabs.Panel>
        ))}
      </Tabs>
      {dialog?.kind === 'write' && (
        <LoadDialog
          bin={bin}
          measurement={measurement}
          type={type}
          load={dialog.load}
          onSaved={({ id }) => setSavedId(id)}
          onCorrected={(oldLoad, newLoad) => setLastChange({ kind: 'corrected', oldLoad, newLoad })}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog?.kind === 'delete' && entryToDelete !== null && (
        <DeleteLoadDialog
          load={entryToDelete}
          cropUnit={bin.cropUnit}
          onDelete={() => remove.mutateAsync(entryToDelete)}
          onClose={(isDeleted) => {
            if (isDeleted) setLastChange({ kind: 'deleted', oldLoad: entryToDelete });
            setDialog(null);
          }}
        />
      )}
    </section>
  );
}

interface DeleteLoadDialogProps extends Pick<DeleteDialogProps, 'onClose' | 'onDelete'> {
  readonly load: BinLoad;
  readonly cropUnit: CropUnit;
}

/** Asks before an entry is deleted, and shows for how long it can be restored. */
function DeleteLoadDialog({ load, cropUnit, onDelete, onClose }: DeleteLoadDialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const text = t('loads.restorable', { days: RESTORE_DAYS });
  return (
    <DeleteDialog
      itemName={describeLoad(load, cropUnit, { t, format })}
      text={text}
      doneTexts={{ title: t('loads.deleted'), text }}
      onDelete={onDelete}
      onClose={onClose}
    />
  );
}
