import { Drawer, Stack, Switch, Text } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { SegmentedControl } from '../../../components/segmented-control.tsx';
import {
  choices,
  type InterfaceSettings,
  withLayout,
  withSidebarType,
  withWidth,
} from '../interface-settings.ts';
import classes from './interface-settings.module.css';

export interface SettingsPanelProps {
  readonly settings: InterfaceSettings;
  readonly onChange: (settings: InterfaceSettings) => void;
  readonly onClose: () => void;
}

/** Sets how this browser shows the pages. Render it only while it is open. */
export function SettingsPanel({ settings, onChange, onClose }: SettingsPanelProps) {
  const { t } = useTranslation();
  const isVertical = settings.layout === 'vertical';
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={340}
      title={t('settings.title')}
      overlayProps={{ backgroundOpacity: 0.2 }}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Stack gap="lg">
        <Text c="dimmed">{t('settings.text')}</Text>
        <Choice
          label={t('settings.layout')}
          options={choices.layout.map((value) => [value, t(`settings.layouts.${value}`)])}
          value={settings.layout}
          onChange={(layout) => onChange(withLayout(settings, layout))}
        />
        <Choice
          label={t('settings.width')}
          options={choices.width.map((value) => [value, t(`settings.widths.${value}`)])}
          value={settings.width}
          onChange={(width) => onChange(withWidth(settings, width))}
        />
        <Choice
          label={t('settings.topbar')}
          options={choices.topbarTheme.map((value) => [value, t(`settings.themes.${value}`)])}
          value={settings.topbarTheme}
          onChange={(topbarTheme) => onChange({ ...settings, topbarTheme })}
        />
        {isVertical && (
          <>
            <Choice
              label={t('settings.sidebarType')}
              options={choices.sidebarType.map((value) => [
                value,
                t(`settings.sidebarTypes.${value}`),
              ])}
              value={settings.sidebarType}
              onChange={(type) => onChange(withSidebarType(settings, type))}
            />
            <Choice
              label={t('settings.sidebar')}
              options={choices.sidebarTheme.map((value) => [value, t(`settings.themes.${value}`)])}
              value={settings.sidebarTheme}
              onChange={(sidebarTheme) => onChange({ ...settings, sidebarTheme })}
            />
          </>
        )}
        <Switch
          label={t('settings.preloader')}
          description={t('settings.preloaderHint')}
          checked={settings.hasPreloader}
          onChange={(event) => onChange({ ...settings, hasPreloader: event.currentTarget.checked })}
        />
      </Stack>
    </Drawer>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly options: readonly (readonly [value: Value, label: string])[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

function Choice<Value extends string>({ label, options, value, onChange }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <div>
      <p id={id} className={classes['label']}>
        {label}
      </p>
      <SegmentedControl
        fullWidth
        aria-labelledby={id}
        data={options.map(([key, label]) => ({ value: key, label }))}
        value={value}
        onChange={onChange}
      />
    </div>
  );
}
