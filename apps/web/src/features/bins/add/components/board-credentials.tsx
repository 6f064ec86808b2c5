import type { BoardCredentials as Credentials } from '@granary/contract/boards/http';
import { Button, Group, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../../components/copy-button.tsx';
import classes from './board-credentials.module.css';

/**
 * The credentials that an installer enters into a main board; printable, because the key is shown only once.
 */
export function BoardCredentials({ credentials }: { readonly credentials: Credentials }) {
  const { t } = useTranslation();
  const { mainBoardId, key, host, port, requiresTls, upTopics, downTopic } = credentials;
  const rows = [
    ['address', `${requiresTls ? 'mqtts' : 'mqtt'}://${host}:${port}`],
    ['user', mainBoardId],
    ['key', key],
    ['sends', upTopics.join('\n')],
    ['listens', downTopic],
  ] as const;
  return (
    <div className={classes['sheet']}>
      <Text fw={600}>{t('credentials.title', { board: mainBoardId })}</Text>
      <Text c="dimmed">
        {t('credentials.shownOnce')} {t('credentials.noSpaces', { length: key.length })}
      </Text>
      <dl className={classes['rows']}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`credentials.${name}`)}</dt>
            <dd data-credential={name}>{name === 'key' ? <GroupedKey text={value} /> : value}</dd>
          </div>
        ))}
      </dl>
      <Group className={classes['actions'] ?? ''}>
        <CopyButton text={key} buttonText={t('credentials.copy')} />
        <Button leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => window.print()}>
          {t('credentials.print')}
        </Button>
      </Group>
    </div>
  );
}

/** Shows a key in groups of four characters; the copied text has no spaces. */
function GroupedKey({ text }: { readonly text: string }) {
  const groups = text.match(/.{1,4}/g) ?? [];
  return (
    <code className={classes['key']}>
      {groups.map((group, index) => (
        // A key does not change while it is shown.
        <span key={`${index}${group}`}>{group}</span>
      ))}
    </code>
  );
}
