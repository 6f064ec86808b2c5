import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { binSummary } from '../bin-summary.fixture.ts';
import { findListedBin } from './find-listed-bin.ts';

it('finds a bin in the most recent list that contains it', () => {
  const client = new QueryClient();
  const [old, fresh] = [
    { ...binSummary(), name: 'Old' },
    { ...binSummary(), name: 'New' },
  ];
  client.setQueryData(['bins', 'farm', 7], [fresh], { updatedAt: 20 });
  client.setQueryData(['bins', 'all'], [old], { updatedAt: 10 });
  client.setQueryData(['bins', 'farm', 8], [], { updatedAt: 30 });
  expect(findListedBin(client, fresh.id)?.name).toBe('New');
  expect(findListedBin(client, fresh.id + 1)).toBeUndefined();
  expect(findListedBin(new QueryClient(), fresh.id)).toBeUndefined();
});
