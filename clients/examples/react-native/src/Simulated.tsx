import type { ReactElement } from 'react';
import { Banner } from 'react-native-paper';
import { gss } from './peal';

/** Nobody takes a sandbox's pushes for real ones. */
export const Simulated = (): ReactElement => <Banner visible={gss.isSimulated} icon="test-tube">Simulated pushes</Banner>;
