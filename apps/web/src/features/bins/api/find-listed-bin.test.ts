import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { listedBin } from '../listed-bin.fixture.ts';
import { findListedBin } from './find-listed-bin.ts';

it('a bin is known as the newest list that holds it showed it', () => {
  const client = new QueryClient();
  const [old, fresh] = [
    { ...listedBin(), name: 'Old' },
    { ...listedBin(), name: 'New' },
  ];
  client.setQueryData(['bins', 'farm', 7], [fresh], { updatedAt: 20 });
  client.setQueryData(['bins', 'all'], [old], { updatedAt: 10 });
  client.setQueryData(['bins', 'farm', 8], [], { updatedAt: 30 });
  expect(findListedBin(client, fresh.id)?.name).toBe('New');
  expect(findListedBin(client, fresh.id + 1)).toBeUndefined();
  expect(findListedBin(new QueryClient(), fresh.id)).toBeUndefined();
});
