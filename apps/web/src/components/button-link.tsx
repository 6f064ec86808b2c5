import { Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

type AnchorButtonProps = ButtonProps & Omit<ComponentProps<'a'>, keyof ButtonProps>;

/** A link within this site that looks like a button. */
export const ButtonLink = createLink((props: AnchorButtonProps) => (
  <Button component="a" {...props} />
));
