import type { SensorStatus } from '@granary/domain/readings/sensors';
import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { LazyMenuState } from '../../../components/lazy-menu.tsx';
import { useLiveState } from '../../../lib/live-client.ts';
import { sensorStatuses } from '../sensor-statuses.ts';

interface SensorStatusMenuProps extends LazyMenuState {
  readonly onChoose: (status: SensorStatus) => void;
}

/** A menu of the statuses to which all sensors can be set at once. */
export function SensorStatusMenu({ onChoose, target, ...menu }: SensorStatusMenuProps) {
  const { t } = useTranslation();
  const isOffline = useLiveState().kind === 'offline';
  return (
    <Menu position="bottom-end" {...menu}>
      <Menu.Target>{target}</Menu.Target>
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
