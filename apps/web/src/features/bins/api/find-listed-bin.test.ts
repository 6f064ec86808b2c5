import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { makeBinSummary } from '../bin-summary.fixture.ts';
import { findListedBin } from './find-listed-bin.ts';

it('finds a bin in the most recent list that contains it', () => {
  const client = new QueryClient();
  const [oldBin, newBin] = [
    { ...makeBinSummary(), name: 'Old' },
    { ...makeBinSummary(), name: 'New' },
  ];
  client.setQueryData(['bins', 'farm', 7], [newBin], { updatedAt: 20 });
  client.setQueryData(['bins', 'all'], [oldBin], { updatedAt: 10 });
  client.setQueryData(['bins', 'farm', 8], [], { updatedAt: 30 });
  expect(findListedBin(client, newBin.id)?.name).toBe('New');
  expect(findListedBin(client, newBin.id + 1)).toBeUndefined();
  expect(findListedBin(new QueryClient(), newBin.id)).toBeUndefined();
});
