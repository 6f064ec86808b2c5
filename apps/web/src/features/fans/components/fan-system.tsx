import type { FanCommand } from '@granary/contract/commands/http';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../components/dialog.tsx';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { Notice } from '../../../components/notice.tsx';
import { QueryContent } from '../../../components/query-content.tsx';
import { FanIcon } from '../../../components/state/fan-icon.tsx';
import { StateIcon } from '../../../components/state/state-icon.tsx';
import { useNow } from '../../../lib/clock.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { latestCommandsQuery } from '../api/get-latest-commands.ts';
import { type FanCommandBin, FanCommands } from './fan-commands.tsx';
import { FanReminder } from './fan-reminder.tsx';
import classes from './fan-system.module.css';

export interface FanSystemProps {
  readonly farmId: number;
  readonly bins: readonly FanCommandBin[];
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** A dialog that controls a farm's fans and shows the latest commands. */
export function FanSystem({ farmId, bins, isOpen, onClose }: FanSystemProps) {
  const { t } = useTranslation();
  return (
    <Dialog opened={isOpen} onClose={onClose} title={t('fanSystem.title')}>
      <Stack gap="md">
        <FanReminder bins={bins} />
        <FanCommands bins={bins} />
        <LatestCommands farmId={farmId} bins={bins} />
      </Stack>
    </Dialog>
  );
}

function LatestCommands({ farmId, bins }: Pick<FanSystemProps, 'farmId' | 'bins'>) {
  const { t } = useTranslation();
  const boardIds = [...new Set(bins.map((bin) => bin.mainBoardId))].sort();
  const query = useQuery({ ...latestCommandsQuery(farmId), enabled: boardIds.length > 0 });
  if (boardIds.length === 0) return <Notice title={t('fanSystem.noBoards')} />;
  return (
    <QueryContent query={query} loadingContent={<LoadingBlocks count={1} height={120} />}>
      {(commands) =>
        commands.length === 0 ? (
          <Notice title={t('fanSystem.none')} detail={t('fanSystem.noneDetail')} />
        ) : (
          <BoardCommands boardIds={boardIds} commands={commands} />
        )
      }
    </QueryContent>
  );
}

interface BoardCommandsProps {
  readonly boardIds: readonly string[];
  readonly commands: readonly FanCommand[];
}

/** A card for each board that has a command, and a line for each board that has none. */
function BoardCommands({ boardIds, commands }: BoardCommandsProps) {
  const { t } = useTranslation();
  return (
    <section className={classes['latest']} aria-label={t('fanSystem.latest')}>
      <h3 className={classes['title']}>{t('fanSystem.latest')}</h3>
      {boardIds.map((board) => {
        const command = commands.find(({ mainBoardId }) => mainBoardId === board);
        return command ? (
          <CommandCard key={board} command={command} />
        ) : (
          <p key={board} className={classes['empty']}>
            {t('fanSystem.noneOf', { id: board })}
          </p>
        );
      })}
    </section>
  );
}

function CommandCard({ command }: { readonly command: FanCommand }) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  const { releasedAt } = command;
  const isWaiting = command.status === 'unpublished' || releasedAt === null;
  return (
    <div className={classes['card']} data-waiting={isWaiting}>
      {isWaiting ? (
        <FanIcon state="waiting" size={36} hasHousing />
      ) : (
        <StateIcon state="ok" size={24} />
      )}
      <dl className={classes['facts']}>
        <Fact label={t('fanSystem.command')} value={formatCommand(command, t)} />
        <Fact label={t('fanSystem.board')} value={command.mainBoardId} />
        <Fact label={t('fanSystem.bin')} value={command.binName} />
        <Fact
          label={t('fanSystem.released')}
          value={isWaiting ? t('fanSystem.waiting') : format.dateTimeSeconds(releasedAt, now)}
        />
      </dl>
    </div>
  );
}

function formatCommand({ command, fan }: FanCommand, t: TFunction): string {
  return fan === null ? command : t('fanSystem.turned', { command, state: t(`fan.${fan}`) });
}

function Fact({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
