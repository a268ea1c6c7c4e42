-- What claims of a provider become here, each as claim=from or claim=from@each-time.
ALTER TABLE identity_provider ADD COLUMN claims text[] NOT NULL DEFAULT '{}';
