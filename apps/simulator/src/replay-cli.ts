import { readArguments, USAGE } from './replay/arguments.ts';
import { ColumnsError } from './replay/columns.ts';
import { ReplayError } from './replay/replay-error.ts';
import { replay } from './replay.ts';

const MAX_LINES_SHOWN = 20;

try {
  const options = readArguments(process.argv.slice(2), process.env, Date.now());
  if (options === null) {
    console.log(USAGE);
  } else {
    await run(options);
  }
} catch (error) {
  if (!(error instanceof ReplayError || error instanceof ColumnsError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function run(options: NonNullable<ReturnType<typeof readArguments>>): Promise<void> {
  let unreadableCount = 0;
  const startedAt = performance.now();
  const counts = await replay({
    ...options,
    onUnreadable: (line, reason) => {
      unreadableCount++;
      if (unreadableCount <= MAX_LINES_SHOWN) console.error(`Line ${line}: ${reason}`);
      if (unreadableCount === MAX_LINES_SHOWN + 1)
        console.error('More unreadable lines are counted but not shown.');
    },
    onProgress: ({ acknowledged }) => {
      console.log(`Replay: ${acknowledged.toLocaleString('en')} frames acknowledged`);
    },
  });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(
    `Replay: done, ${counts.rows.toLocaleString('en')} rows, ` +
      `${counts.acknowledged.toLocaleString('en')} frames acknowledged, ` +
      `${counts.unreadable.toLocaleString('en')} unreadable lines skipped, in ${seconds} s`,
  );
}
