import type { SensorStatus } from '@granary/domain/readings/sensors';
import { ActionIcon, Menu } from '@mantine/core';
import { IconDotsVertical } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLiveState } from '../../../lib/live-client.ts';
import { useCan } from '../../../lib/use-can.ts';
import { sensorStatuses } from '../sensor-statuses.ts';

/** Chooses a status for all sensors, which is then confirmed in a dialog. */
export function AllSensorsMenu({
  onChoose,
}: {
  readonly onChoose: (status: SensorStatus) => void;
}) {
  const { t } = useTranslation();
  const isOffline = useLiveState().kind === 'offline';
  const canWrite = useCan('sensor-status.write');
  if (!canWrite) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" aria-label={t('sensor.allMenu')}>
          <IconDotsVertical size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{isOffline ? t('live.cannotChange') : t('sensor.allMenu')}</Menu.Label>
        {sensorStatuses.map((status) => (
          <Menu.Item key={status} mih={44} disabled={isOffline} onClick={() => onChoose(status)}>
            {t(`sensor.allActions.${status}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
