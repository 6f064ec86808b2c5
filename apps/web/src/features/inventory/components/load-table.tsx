import type { BinLoad, LoadType } from '@granary/contract/inventory/http';
import { ActionIcon, ScrollArea } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { useNow } from '../../../lib/clock.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { countDecimals } from '../describe-load.ts';
import classes from './inventory.module.css';

export interface LoadTableProps {
  readonly type: LoadType;
  readonly unit: string;
  readonly loads: readonly BinLoad[];
  readonly isOffline: boolean;
  /** Both are absent if the user cannot change loads. */
  readonly onEdit?: (load: BinLoad) => void;
  readonly onDelete?: (load: BinLoad) => void;
}

/** The loads or unloads of a bin, newest first. */
export function LoadTable({ type, unit, loads, isOffline, onEdit, onDelete }: LoadTableProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  if (loads.length === 0) {
    return (
      <Notice state="unknown" title={t(`loads.none.${type}`)} detail={t('loads.noneDetail')} />
    );
  }
  const formatPercent = (value: number | null) =>
    value === null ? t('loads.notGiven') : format.percent(value);
  return (
    <ScrollArea
      type="auto"
      // The scrollbar is below the last row, not over it.
      offsetScrollbars="present"
      // Focusable, so that a wide table can be scrolled with the keyboard.
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': t(`loads.tabs.${type}`) }}
    >
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">{t('loads.when')}</th>
            <th scope="col">{t('loads.volumeIn', { unit })}</th>
            <th scope="col">{t('loads.moistureIn')}</th>
            <th scope="col">{t('loads.proteinIn')}</th>
            {onEdit && (
              <th scope="col" data-screen-only>
                {t('loads.actions')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {loads.map((load) => {
            const when = format.dateTime(load.at, now);
            return (
              <tr key={load.id}>
                <th scope="row">{when}</th>
                <td>{format.number(load.volume, countDecimals(load.volume))}</td>
                <td>{formatPercent(load.moisture)}</td>
                <td>{formatPercent(load.protein)}</td>
                {onEdit && onDelete && (
                  <td data-screen-only>
                    <ActionIcon
                      aria-label={t('loads.editOf', { when })}
                      disabled={isOffline}
                      onClick={() => onEdit(load)}
                    >
                      <IconPencil size={20} aria-hidden />
                    </ActionIcon>
                    <ActionIcon
                      aria-label={t('loads.deleteOf', { when })}
                      disabled={isOffline}
                      onClick={() => onDelete(load)}
                    >
                      <IconTrash size={20} aria-hidden />
                    </ActionIcon>
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </ScrollArea>
  );
}
