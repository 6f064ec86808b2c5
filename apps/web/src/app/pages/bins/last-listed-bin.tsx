import type { BinSummary } from '@granary/contract/bins/lists';
import { Box, Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { assessBins } from '../../../features/bins/assess-bins.ts';
import { BinCard } from '../../../features/bins/components/bin-card.tsx';
import { useNow } from '../../../lib/clock.ts';
import { useFormat } from '../../../lib/use-format.ts';

export interface LastListedBinProps {
  readonly bin: BinSummary;
  readonly onRetry: () => void;
}

/** The card of a bin that cannot be loaded now, from the last list that included it. */
export function LastListedBin({ bin, onRetry }: LastListedBinProps) {
  const { t } = useTranslation();
  const { locale } = useFormat();
  const now = useNow();
  const [isOpen, setOpen] = useState(false);
  return (
    <Stack>
      <Notice
        state="no-data"
        isAlert
        title={t('bin.lastListed')}
        action={
          <Button variant="default" onClick={onRetry}>
            {t('errors.tryAgain')}
          </Button>
        }
      />
      <Box maw={480}>
        {assessBins([bin], now, locale).map((assessed) => (
          <BinCard
            key={bin.id}
            assessed={assessed}
            now={now}
            isOpen={isOpen}
            areReadingsBatched={false}
            onToggle={(_, toOpen) => setOpen(toOpen)}
          />
        ))}
      </Box>
    </Stack>
  );
}
